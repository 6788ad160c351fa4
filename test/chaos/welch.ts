// Do two series of measurements differ? Welch's t, as the tests of constant time use it: beyond 4.5 they do.

/**
 * The larger of two: of all that was measured, and of all but the slowest tenth, which are interruptions by others
 * and hide small differences. Answers the means of all but those too.
 */
export function welchT(one: readonly number[], other: readonly number[]) {
    const limit =
        [...one, ...other].toSorted((a, b) => a - b)[Math.floor((one.length + other.length) * 0.9)] ?? 0;
    const cropped = [one, other].map((series) => series.filter((value) => value <= limit)) as [
        number[],
        number[]
    ];
    const t = Math.max(distance(one, other), distance(...cropped));
    return { t, means: cropped.map(meanOf) };
}

function distance(one: readonly number[], other: readonly number[]) {
    const between = Math.abs(meanOf(one) - meanOf(other));
    return between / Math.sqrt(varianceOf(one) / one.length + varianceOf(other) / other.length);
}

const meanOf = (series: readonly number[]) => series.reduce((sum, value) => sum + value, 0) / series.length;

function varianceOf(series: readonly number[]) {
    const mean = meanOf(series);
    return series.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (series.length - 1);
}
