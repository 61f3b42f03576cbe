import { must, type Point } from '../outside.js';

const MEGABYTE = 1_048_576;
const MANY = `{"to":"kim@example.com","subject":"a","text":"b","attachments":[${'0,'.repeat((34 * MEGABYTE) / 2)}0]}`;
const DEEP = `{"to":${'['.repeat(MEGABYTE)}`;

/** 17 million values in a body, a million levels, and what others feel of it. */
export const largeJson: Point = {
  number: 9,
  title: 'a JSON body of 34 MB of values is refused, nobody waits',
  see: async ({ curl, inbox, service }) => {
    const { id } = await inbox();
    const path = `/v1/inboxes/${id}/send`;
    const asked = [MANY, DEEP, MANY].map((body) => curl('POST', path, { body }));
    const beside = [];
    for (let looks = 0; looks < 20; looks++) beside.push(await curl('GET', '/v1/limits'));
    const replies = await Promise.all(asked);
    const statuses = replies.map(({ status }) => status);
    must(
      statuses.every((status) => status === 400),
      `answered ${statuses.join()}`,
    );
    must(
      beside.every(({ status }) => status === 200),
      'others were refused',
    );
    must(!service.hasEnded(), 'the process ended');
    const slowest = Math.max(...beside.map(({ seconds }) => seconds));
    must(slowest < 1, `others waited ${slowest} s`);
    const each = replies.map(({ seconds }) => `${seconds.toFixed(2)} s`).join(', ');
    return `400 after ${each}; others ${slowest.toFixed(2)} s`;
  },
};
