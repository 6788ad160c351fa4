// The box on the page of a mailed link whose act is final. Scanners of mail open links and press buttons, but tick nothing.
import Joi from 'joi';
import { Refusal } from '../../../db/store/refusal.ts';
import { tick } from '../pages/form-controls.ts';
import type { Outside } from './outside.ts';

export const confirmField = {
    confirm: Joi.string().allow('').max(10).description('Required: `1`, the box is ticked.')
};

/** `id` is of the box, `label` what is confirmed. */
export const confirmBox = (id: string, label: string) =>
    tick({ name: 'confirm', id, label, on: false, isRequired: true });

/** Refuses: invalid_field of `confirm`. */
export function assertConfirmed({ confirm }: { confirm?: unknown }, { say }: Pick<Outside, 'say'>) {
    if (confirm !== '1') throw new Refusal('invalid_field', say('refused.confirm'), { field: 'confirm' });
}
