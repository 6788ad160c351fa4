/** The database cannot be reached or does not take this write now. Nothing was changed. */
export class StoreAway extends Error {
    override readonly name = 'StoreAway';
}

/** The connection was lost while the database committed: whether it did is unknown, so that nobody may repeat the write. */
export class StoreInDoubt extends Error {
    override readonly name = 'StoreInDoubt';
}

/** For whoever asks a store after it was closed, which opens no connection again. */
export const closedStore = () => new StoreAway('the store is closed');
