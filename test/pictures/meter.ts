// A separate process that makes avatars of all files in a folder, and reports what that took.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { Refusal } from '../../db/store/refusal.ts';
import { pictureFrom } from '../../plugins/accounts/profile/picture.ts';
import { plain } from './plain.ts';

/** What came of the files, and how far the memory of the process went beyond what the libraries take. */
export interface Reading {
    taken: string[];
    refused: string[];
    mebibytes: number;
    /** The most work that one file was, in time of the processor: other work on the machine does not count. */
    milliseconds: number;
    /** How many are worked on at the same time when twenty come at the same time. */
    together: number;
}

/** Looks at the memory all the time: what the system remembers as the most may be that of the parent. */
function watchMemory() {
    const before = process.memoryUsage.rss();
    let most = before;
    const watching = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 1);
    return () => {
        clearInterval(watching);
        return (most - before) / 1024 / 1024;
    };
}

function worked() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
}

async function outcomeOf(bytes: Buffer) {
    const before = worked();
    const isTaken = await pictureFrom(bytes).then(
        () => true,
        (error: unknown) => {
            if (error instanceof Refusal) return false;
            throw error;
        }
    );
    return { isTaken, took: worked() - before };
}

/** What the library works on at most, looked at in every turn of the loop. */
async function togetherOf(bytes: Buffer) {
    let most = 0;
    let isOver = false;
    const look = () => {
        const { process: worked, queue } = sharp.counters();
        most = Math.max(most, worked + queue);
        if (!isOver) setImmediate(look);
    };
    look();
    await Promise.all(Array.from({ length: 20 }, () => pictureFrom(bytes)));
    isOver = true;
    return most;
}

async function read(folder: string): Promise<Reading> {
    const reading: Reading = { taken: [], refused: [], mebibytes: 0, milliseconds: 0, together: 0 };
    const { png, jpeg, webp } = await plain();
    for (const picture of [png, jpeg, webp]) await outcomeOf(picture); // loads the libraries
    const end = watchMemory();
    for (const name of readdirSync(folder)) {
        const { isTaken, took } = await outcomeOf(readFileSync(join(folder, name)));
        reading[isTaken ? 'taken' : 'refused'].push(name);
        reading.milliseconds = Math.max(reading.milliseconds, took);
    }
    return { ...reading, together: await togetherOf(jpeg), mebibytes: end() };
}

if (import.meta.main) process.stdout.write(JSON.stringify(await read(process.argv[2] ?? '')));
