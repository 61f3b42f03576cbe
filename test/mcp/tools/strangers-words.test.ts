import { describe, expect, it } from '@jest/globals';
import type { ToolSchema } from '../../../src/mcp/tools/json-schema.js';
import { ALL_TOOLS } from './tool-caller.js';

/** A field of an answer that can hold text, and whether it stands below `untrusted`. */
interface TextField {
  readonly tool: string;
  readonly path: string;
  readonly name: string;
  readonly isApart: boolean;
}

const TEXT = new Set(['string', 'object', undefined]);

/** Whether it holds text without a schema of its own: what has one is looked into. */
const isText = ({ type, enum: values, properties, items }: ToolSchema): boolean =>
  values === undefined &&
  properties === undefined &&
  (items ? isText(items) : [type].flat().some((one) => TEXT.has(one)));

const FORMS = ['anyOf', 'oneOf'] as const;

function textFieldsOf(tool: string, schema: ToolSchema, path = '', isApart = false): TextField[] {
  const forms = FORMS.flatMap(
    (name) => (schema as Readonly<Record<string, readonly ToolSchema[]>>)[name] ?? [],
  );
  const below = [...forms, ...(schema.items ? [schema.items] : [])];
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const at = `${path}.${name}`;
    const inside = textFieldsOf(tool, member, at, isApart || name === 'untrusted');
    return isText(member) ? [{ tool, path: at, name, isApart }, ...inside] : inside;
  });
  return [...members, ...below.flatMap((one) => textFieldsOf(tool, one, path, isApart))];
}

const fields = ALL_TOOLS.list.flatMap(({ name, outputSchema }) =>
  textFieldsOf(name, outputSchema as ToolSchema),
);

// Fields that are called as strangers' words are elsewhere, and hold words of the caller or of this service.
const OWN: Readonly<Record<string, RegExp>> = {
  name: /inbox|contact|key|org|routing_rule|smtp|\.steps\.|_records\./,
  address: /inbox|address_rule|contact/,
  message_id: /_(email|draft)\.|_bulk_/,
  subject: /_waits?\./,
  from: /_waits?\.|^replay_webhook\./,
  to: /^replay_webhook\./,
  error: /browser|_ai_config\./,
  headers: /_draft\./,
  reason: /suppression|test_routing_rules|\.sending_stopped\./,
  host: /smtp_config/,
  outcome: /^list_credential_audit\./,
};

describe('words of strangers', () => {
  it.each([
    ['ask', ['.untrusted.answer']],
    ['get_question', ['.untrusted.answer', '.citations.untrusted.quote']],
    ['browser_click', ['dialogs', 'downloads', 'blocked'].map((name) => `.untrusted.${name}`)],
    ['test_ai_config', ['.untrusted.answer']],
    [
      'get_draft',
      [
        ...['to', 'cc', 'bcc', 'reply_to', 'subject', 'text', 'html'].map(
          (name) => `.untrusted.${name}`,
        ),
        '.attachments.untrusted.filename',
      ],
    ],
    ['list_drafts', ['.data.untrusted.subject', '.data.attachments.untrusted.filename']],
    ['get_domain', ['.untrusted.reason']],
  ])('stand in answers of %s below untrusted', (name, paths) => {
    const shown = fields.filter(({ tool }) => tool === name).map(({ path }) => path);

    expect(shown).toEqual(expect.arrayContaining(paths));
  });

  it('stand nowhere beside untrusted under a name that elsewhere stands below it', () => {
    const marked = fields.filter(({ path, name }) => path.endsWith(`.untrusted.${name}`));
    const names = new Set(marked.map(({ name }) => name));
    const beside = fields.filter(({ name, isApart }) => !isApart && names.has(name));

    expect(
      beside
        .map(({ tool, path, name }) => ({ name, at: `${tool}${path}` }))
        .filter(({ name, at }) => !OWN[name]?.test(at)),
    ).toEqual([]);
  });
});
