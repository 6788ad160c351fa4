// The command line: `node cli.ts <command>`.
import { main } from './cli/index.ts';

await main(process.argv.slice(2));
