// Items of the intake without an owner, in words for those who do not see them.
import { formatTotal } from '../surfaces/pages/parts/pager.ts';

type Counted = Parameters<typeof formatTotal>[0];

export const waitingWords = (found: Counted) =>
    found.total === 1
        ? '1 item has no owner. Ask a sales administrator to assign it.'
        : `${formatTotal(found)} items have no owner. Ask a sales administrator to assign them.`;
