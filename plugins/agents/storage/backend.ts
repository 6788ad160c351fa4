// What every place that keeps objects does, whatever it is made of.

export interface NewObject {
    bucket: string;
    key: string;
    content: Uint8Array;
    contentType: string;
}

/** What the backend says of an object that it has stored. */
export interface Stored {
    etag: string;
    url: string | null;
    version_id: string | null;
}

export interface Backend {
    /**
     * Stores the whole object under its key, in the place of what was there; a reader never meets a part of it.
     * Throws a ToolFailure: NoSuchBucket and whatever else the backend says no with.
     */
    write(object: NewObject, signal: AbortSignal): Promise<Stored>;
}
