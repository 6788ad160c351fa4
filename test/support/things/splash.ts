// A banner, and what is done with it.
import type { Client } from '../people/roles.ts';

export const banner = {
    title: 'New sages',
    subtitle: 'Since Monday',
    content: '<p>There are <strong>two</strong>: <a href="https://good.example/a">read on</a></p>',
    cta_text: 'Look',
    cta_link: '/sages?new=1',
    image_url: 'https://cdn.good.example/banner.png',
    published: true
};
export const rel = ' rel="noopener noreferrer"';
/** Its content as it is kept. */
export const written = banner.content.replace('/a"', `/a"${rel}`);

export const make = async (admin: Client, body: object = {}) => {
    const { statusCode, body: answer } = await admin.send('POST', '/splash', { ...banner, ...body });
    if (statusCode !== 201) throw new Error(JSON.stringify(answer));
    return answer.data.splash as { id: number; content: string };
};
export const change = (admin: Client, id: number, body: object) => admin.send('PATCH', `/splash/${id}`, body);
export const shownTo = async (user: Client) => (await user.action('svc_get_active_splash')).body;
