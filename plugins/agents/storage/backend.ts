// The interface of every storage backend.

export interface NewObject {
    bucket: string;
    key: string;
    content: Uint8Array;
    contentType: string;
}

/** The backend's description of an object that it has stored. */
interface Stored {
    etag: string;
    url: string | null;
    version_id: string | null;
}

export interface Backend {
    /**
     * Stores the whole object under its key and replaces an earlier one; a reader never sees a part of it. Throws a ToolFailure:
     * NoSuchBucket, or another code of the backend.
     */
    write(object: NewObject, signal: AbortSignal): Promise<Stored>;
}
