// A tool for tests, in addition to those of the product: for rules that hold for every tool.
import Joi from 'joi';
import { tool } from '../../plugins/surfaces/tools/index.ts';
import type { Tool } from '../../plugins/surfaces/tools/tool.ts';
import type { TestApp } from '../support/servers/test-app.ts';

type Toy<Arguments> = Partial<Tool<Arguments>> & Pick<Tool<Arguments>, 'run'>;

/** Adds a tool to the test app's server: by default `greet`, which takes the text `whom`. */
export function offer<Arguments = { whom: string }>({ server, app }: TestApp, toy: Toy<Arguments>) {
    const whole: Tool<Arguments> = {
        name: 'greet',
        title: 'Greet somebody',
        description: 'Greets whoever is named.',
        input: Joi.object({ whom: Joi.string().required(), how: Joi.string() }),
        output: Joi.object().unknown(),
        annotations: { readOnlyHint: true, openWorldHint: false },
        timeout: 5000,
        ...toy
    };
    server.route(tool(app, whole));
}
