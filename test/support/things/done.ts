interface Answer {
    statusCode: number;
    // oxlint-disable-next-line typescript/no-explicit-any -- answers are looked at, not typed
    body: any;
}

/** The body of what was done. What a test begins with is not made of refusals: the step that was refused fails, not a later one. */
export function done({ statusCode, body }: Answer) {
    if (statusCode >= 400 || body.success === false) throw new Error(`${statusCode} ${JSON.stringify(body)}`);
    return body;
}
