// Rows of other systems, from files.
import { putPage } from '../db/agents/pages.ts';
import { putTask } from '../db/agents/task-links.ts';
import { pageRow, wholeOf } from '../plugins/agents/content-pages/pages.ts';
import { taskRow } from '../plugins/agents/task-links/body.ts';
import { importFile } from './import-file.ts';
import { type Command, command } from './options.ts';
import { inColumns } from '../plugins/shared/wire.ts';

export const importCommands: Record<string, Command> = {
    'tasks import': command({
        about: 'Imports task links from CSV or JSON lines. Imports nothing if any row is invalid.',
        needs: ['file'],
        run: (asked, { file }) =>
            importFile(asked, file, {
                schema: taskRow,
                put: (tx, row) => putTask(tx, inColumns(row), asked.shell.now())
            })
    }),
    'pages import': command({
        about: 'Imports content pages from CSV or JSON lines. Imports nothing if any row is invalid.',
        needs: ['file'],
        run: (asked, { file }) =>
            importFile(asked, file, {
                schema: pageRow,
                put: (tx, { id, ...page }) => putPage(tx, id, wholeOf(page), asked.shell.now())
            })
    })
};
