// What `load-many.ts` needs of autocannon, which brings no types.
declare module 'autocannon' {
    interface Result {
        requests: { total: number };
        non2xx: number;
        errors: number;
    }

    export default function autocannon(options: object): Promise<Result> & NodeJS.EventEmitter;
}
