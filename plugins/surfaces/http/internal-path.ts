/** The path of the routes behind the one address. A request for it from outside gets a 404. */
export const internalPath = '/_actions/';
