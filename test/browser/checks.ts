/** Runs checks one after the other, says how each went, and counts. */
export function startChecks() {
    let passed = 0;
    let failed = 0;
    return {
        check: async (title: string, work: () => Promise<void>) => {
            const wrong = await work().then(
                () => undefined,
                (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
            );
            if (wrong === undefined) passed += 1;
            else failed += 1;
            say(wrong === undefined ? `ok      ${title}` : `NOT OK  ${title}\n        ${wrong}`);
        },
        summary: () => ({ passed, failed })
    };
}

export type Check = ReturnType<typeof startChecks>['check'];

export const say = (text: string) => void process.stdout.write(`${text}\n`);
