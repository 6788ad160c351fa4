/** The database cannot be reached or does not take this write now. Nothing was changed. */
export class StoreUnavailable extends Error {
    override readonly name = 'StoreUnavailable';
}

/** The connection was lost during the commit: its result is unknown, so the write must not be repeated. */
export class StoreInDoubt extends Error {
    override readonly name = 'StoreInDoubt';
}

/** Thrown for a store that is closed, which opens no connection again. */
export const closedStore = () => new StoreUnavailable('the store is closed');
