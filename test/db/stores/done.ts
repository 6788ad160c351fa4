interface Answer {
    statusCode: number;
    // oxlint-disable-next-line typescript/no-explicit-any -- answers are looked at, not typed
    body: any;
}

/** The body of what was done. A store is not made of refusals. */
export function done({ statusCode, body }: Answer) {
    if (statusCode >= 400) throw new Error(`${statusCode} ${JSON.stringify(body)}`);
    return body;
}
