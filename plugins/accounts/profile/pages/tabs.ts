// The parts of the profile, and to which of them a form belongs.
import { wireName } from '../../../shared/wire.ts';
import { plainColumns } from '../fields.ts';

export const tabs = [
    {
        name: 'about',
        path: '/profile',
        word: 'About you',
        id: 'showProfile',
        description: 'Shows your profile.'
    },
    {
        name: 'picture',
        path: '/profile/picture',
        word: 'Picture',
        id: 'showProfilePicture',
        description: 'Shows your picture.'
    },
    {
        name: 'email',
        path: '/profile/email',
        word: 'Email address',
        id: 'showProfileEmail',
        description: 'Shows your email address.'
    },
    {
        name: 'password',
        path: '/profile/password',
        word: 'Password',
        id: 'showProfilePassword',
        description: 'Shows the form for a new password.'
    },
    {
        name: 'sessions',
        path: '/profile/sessions',
        word: 'Sessions',
        id: 'showProfileSessions',
        description: 'Shows your sessions.'
    }
] as const;
export type Tab = (typeof tabs)[number];

export const profileTabs = ({ path: here }: Tab) =>
    tabs.map(({ word, path }) => ({ word, href: path, isHere: path === here }));

/** The fields by which a form of each part is known. */
const fieldsOf: Partial<Record<Tab['name'], readonly string[]>> = {
    about: plainColumns.filter((name) => name !== 'avatarType').map(wireName),
    picture: ['avatar_type', 'avatar_upload'],
    email: ['email'],
    password: ['password']
};

/** The page of a form. One that was refused unread for its size can only have brought a picture. */
export function pageOfForm(form: Readonly<Record<string, unknown>>, code: string) {
    const found = tabs.find(({ name }) => fieldsOf[name]?.some((field) => field in form));
    if (!found && code === 'too_large') return '/profile/picture';
    return found?.path ?? '/profile';
}
