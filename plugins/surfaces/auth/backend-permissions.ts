import type { Capability } from '../../../db/accounts/capabilities.ts';

/** The permissions that routes of the backend API require. */
export const backendPermissions = ['council_screen', 'council_sage'] as const satisfies Capability[];
export type BackendPermission = (typeof backendPermissions)[number];
