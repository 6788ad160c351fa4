// Every proof there is. A module lists its names in order, so that these are in the order of the promises.
export { proof as p03 } from './p03-no-mail-is-lost.ts';
export { proof as p07 } from './p07-no-half-action.ts';
export { proof as p11 } from './p11-graceful-stop.ts';
export { proof as p15 } from './p15-credits-cover-every-build.ts';
export { proof as p24 } from './p24-a-backup-can-be-lived-on.ts';
export { proof as p28 } from './p28-no-secret-is-told.ts';
export { proof as p32 } from './p32-stored-html-never-runs.ts';
export { proof as p35 } from './p35-nothing-grows.ts';
export { proof as p44 } from './p44-the-database-may-go.ts';
export { proof as p46 } from './p46-a-rolling-restart.ts';
