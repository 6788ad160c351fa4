import { createServer } from '../../server.ts';
import type { World } from './world.ts';

/** Another node over the store of this world. */
export const otherNode = async (world: World): Promise<World> => ({
    ...world,
    server: await createServer(world.app)
});
