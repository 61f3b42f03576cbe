import { publishAll, withdrawAll } from '../../resources/domains/dns.js';
import { checkSignature, checkTold } from './checks.js';
import { active, addDomain, statusOf, verify } from './domain-acts.js';
import { drive, nothing } from '../gated/driving.js';
import { arrived, makeInbox, sendAgain, sendPutOff, sendStatus } from './mail-acts.js';
import type { Step } from './gates.js';
import type { Scene } from './scene.js';
import type { Story } from '../gated/story.js';

/** A name goes from one organization to another. */
export const changingHands: Story<Scene, Step> = {
  name: 'changing hands',
  steps: [
    'the holder is seen to have left',
    'the holder ends',
    'the newcomer begins',
    'the end is told of',
  ],
  async tell(scene, attack, problem) {
    const { clients, database, dns, putOff } = scene;
    const [holder, newcomer] = clients;
    const old = await active(scene, holder);
    const inbox = await makeInbox(holder, old.domain);
    putOff.add(old.domain);
    const waiting = await sendPutOff(scene, holder, inbox);
    const next = await addDomain(newcomer, old.domain);
    withdrawAll(dns, old.dns_records);
    publishAll(dns, next.dns_records);
    const attacked = await attack();
    const push = async () => {
      await database.query(
        `UPDATE domains SET holder_gone_since = holder_gone_since - interval '10 minutes' WHERE id = $1`,
        [next.id],
      );
      await verify(scene, newcomer, next.id);
    };
    const isTaken = async () => (await statusOf(scene, next.id)) === 'ACTIVE';
    await drive(push, isTaken, 'changing hands');
    await attacked();
    putOff.delete(old.domain);
    await checkTold(scene, old.id, 'failed', problem);
    await checkTold(scene, next.id, 'verified', problem);
    const refused = await sendAgain(holder, inbox, 'afterwards');
    if (refused !== 400) problem(`${old.id}: a send afterwards was answered ${refused}`);
    const isOver = async () => (await sendStatus(scene, waiting)) === 'failed';
    await drive(nothing, isOver, 'the end of mail of the old holder');
    const theirs = await makeInbox(newcomer, next.domain);
    await sendAgain(newcomer, theirs, 'of the newcomer');
    await arrived(scene, old.domain, 1);
    for (const mail of scene.mailOf(old.domain)) {
      if (!mail.data.includes('of the newcomer')) problem(`${old.id}: its mail left afterwards`);
      await checkSignature(scene, mail, next, problem);
    }
  },
};
