import sharp from 'sharp';

export const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;

/** A photograph of sorts, in each of the three kinds that are taken. */
export async function plain() {
    const photo = sharp({ create: { width: 320, height: 240, channels: 3, background: 'red', noise } });
    const [png, jpeg, webp] = await Promise.all([
        photo.clone().png().toBuffer(),
        photo.clone().jpeg().toBuffer(),
        photo.clone().webp().toBuffer()
    ]);
    return { png, jpeg, webp };
}

export type Plain = Awaited<ReturnType<typeof plain>>;
