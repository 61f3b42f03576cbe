import { addUp, compileGroup, inMail, type WeighedGroup } from '../model/groups.js';
import { createScorer, type Forest, type Model, type Scorer } from '../model/model.js';
import { createForest } from '../model/trees.js';
import type { CodeCase, MailLook } from './code-case.js';
import { CODE_FEATURES, OF_CANDIDATE, OF_MAIL, TREE_FEATURES } from './code-features.js';

/** What a mail adds for all of its candidates, and the weights that the features of each have in it. */
interface WeighedCandidates {
  readonly sum: number;
  readonly own: WeighedGroup<CodeCase>;
}

const NO_TREES: Forest = { asked: [], trees: [] };

/** @throws Error when the model has weights of features that are not there. */
export function createCodeScorer(model: Model): Scorer<CodeCase> {
  const table = createScorer(model, CODE_FEATURES);
  const weightOf = (name: string) => [model.weights[name] ?? 0];
  const ofMail = compileGroup(OF_MAIL, weightOf);
  const ofCandidate = compileGroup(OF_CANDIDATE, weightOf);
  const forest = createForest(model.forest ?? NO_TREES, TREE_FEATURES);
  const mails = new WeakMap<MailLook, WeighedCandidates>();
  const weighMail = (one: CodeCase): WeighedCandidates => {
    const sum = addTo(model.intercept, one, inMail(ofMail, one.mail.unread));
    return { sum, own: inMail(ofCandidate, one.mail.unread) };
  };
  return {
    addends: (one) => [...table.addends(one), ...forest.addends(one)],
    sum(one) {
      const known = mails.get(one.mail);
      const mail = known ?? weighMail(one);
      if (!known) mails.set(one.mail, mail);
      return addTo(mail.sum, one, mail.own) + forest.sum(one);
    },
  };
}

function addTo(sum: number, one: CodeCase, group: WeighedGroup<CodeCase>): number {
  const sums = [sum];
  addUp(sums, one, group);
  return sums[0]!;
}
