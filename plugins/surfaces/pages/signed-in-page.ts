// The login page of logged-out visitors, and the page that they continue to.

/** The login page that leads on to `next`. */
export function loginPage(next?: unknown) {
    const path = ownPath(next);
    return path ? `/login?next=${encodeURIComponent(path).replaceAll('%2F', '/')}` : '/login';
}

const here = 'http://internal';

/** An address below our own, or undefined for whatever would lead a browser elsewhere. */
export function ownPath(address: unknown): string | undefined {
    if (typeof address !== 'string' || !address.startsWith('/')) return undefined;
    const url = URL.parse(address, here); // reads it as browsers do: backslashes, tabs, dots
    const path = url && `${url.pathname}${url.search}${url.hash}`;
    return url?.origin === here && path && !path.startsWith('//') ? path : undefined;
}
