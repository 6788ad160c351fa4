// The filters of the traces, of the JSON route and of the page.
import type { Trace } from '../../../db/agents/traces.ts';
import { type Paging, paging, shortText } from '../../surfaces/http/fields.ts';
import { traceStatus } from './body.ts';

export interface TracesQuery extends Paging {
    run_id?: string;
    routine?: string;
    status?: Trace['status'];
}

export const tracesQuery = { run_id: shortText, routine: shortText, status: traceStatus, ...paging };
