// The compiled prompt, so that every user of the council can check the instructions of a sage.
import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { type SageRef, type Viewer, visibleSage } from '../../db/sages/sages.ts';
import { promptFor, takeSnapshot } from '../../db/council/snapshots.ts';
import type { Reader } from '../../db/store/index.ts';
import type { App } from '../app.ts';
import { bearerViewer } from '../shared/viewer.ts';
import { backend } from '../surfaces/backend.ts';
import { sageRef, uuid } from '../surfaces/http/fields.ts';

const section = Joi.string().allow('').required();

const answer = {
    council_sage_id: uuid.required(),
    results_id: uuid.required(),
    version: Joi.number().integer().min(1).required(),
    prompt: section,
    sections: Joi.object({
        role: section,
        intro: section,
        criteria: section,
        contexts: section,
        directions: section,
        output_format: section,
        recommendation: section
    }).required(),
    output_schema: Joi.object().required(),
    sha256: Joi.string().hex().length(64).required()
};

export const promptRoute = (app: App): ServerRoute =>
    backend<{ council_sage_id: SageRef }>({
        name: 'getResultsPrompt',
        method: 'GET',
        path: '/council-sage/{council_sage_id}/prompt/results',
        owned: 'council_sage_id',
        summary:
            'Returns the results-evaluation prompt of a sage, compiled from its current rubric and contexts.',
        permission: 'council_sage',
        params: { council_sage_id: sageRef.required() },
        response: answer,
        also: [404, 409],
        run: ({ council_sage_id }, request) =>
            compiled(app.store.read, council_sage_id, bearerViewer(app, request))
    });

async function compiled(on: Reader, ref: SageRef, viewer: Viewer) {
    await visibleSage(on, ref, viewer);
    const snapshot = await takeSnapshot(on, ref);
    const { sage, results } = snapshot;
    const { prompt, sections, output_schema, sha256 } = promptFor(snapshot);
    return {
        council_sage_id: sage.uuid,
        results_id: results.id,
        version: results.version,
        prompt,
        sections,
        output_schema,
        sha256
    };
}
