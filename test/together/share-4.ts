import { runShare } from './share.ts';

await runShare(import.meta.filename);
