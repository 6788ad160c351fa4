// Where the pages of the deals are.
export const listPath = '/deals';
export const newPath = '/deals/new';
export const pathOf = (id: number) => `/deals/${id}`;
export const editPathOf = (id: number) => `/deals/${id}/edit`;
