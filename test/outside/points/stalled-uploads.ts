import { watchMemory } from '../../crash/storms/memory.js';
import { must, type Point } from '../outside.js';
import { python } from '../programs.js';
import { figuresOf, mustBeServed, steadily } from '../steady.js';

const UPLOADS = 40;
const MEGABYTES = 30;
const SECONDS = 12;
const MOST_MEMORY = 400;

/** 40 requests of 30 MB that do not end. */
export const stalledUploads: Point = {
  number: 8,
  title: 'uploads that stall take no memory and hold up nobody',
  see: async ({ curl, inbox, key, service }) => {
    const [target, calm] = [await inbox(), await inbox()];
    const { hostname, port } = new URL(service.rest);
    const path = `/v1/inboxes/${target.id}/send`;
    const figures = [UPLOADS, MEGABYTES, SECONDS].map(String);
    const memory = await watchMemory(service.pid);
    const [answered, small] = await Promise.all([
      python('stall.py', [hostname, port, key, path, ...figures]),
      steadily(service, calm, SECONDS),
    ]);
    const more = (await memory.end()) - memory.idle;
    const statuses = answered.trim().split('\n');
    const refused = statuses.filter((status) => status === '503').length;
    const cut = statuses.filter((status) => status === '408').length;
    must(refused + cut > 0, `answered ${statuses.join()}`);
    must(more <= MOST_MEMORY, `${more} MB more than at rest`);
    mustBeServed(small);
    must((await curl('GET', '/health/ready')).status === 200, 'not ready afterwards');
    return `${refused} × 503, ${cut} × 408 of ${UPLOADS}; ${more} MB more; ${figuresOf(small)}`;
  },
};
