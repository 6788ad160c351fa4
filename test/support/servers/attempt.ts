/** What a job is given when a test runs it without the queue. */
export const anAttempt = (attempt = 1) => ({
    signal: new AbortController().signal,
    jobId: 'any',
    attempt,
    ends: new DisposableStack()
});
