import ts from 'typescript';

// What is ASCII whatever was put in.
const ASCII = new Set(['toISOString', 'digest']);
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

/** Whether `node` is a length that was chosen, not a place that was found in the text. */
const isChosen = (node) =>
  node?.type === 'Identifier'
    ? CONSTANT.test(node.name)
    : node?.type === 'Literal' && node.value > 0;

const isCut = (name, [from, to]) =>
  name === 'substr' ||
  ((name === 'slice' || name === 'substring') && from?.value === 0 && isChosen(to));

const isAscii = ({ type, callee }) =>
  type === 'CallExpression' &&
  callee.type === 'MemberExpression' &&
  ASCII.has(callee.property.name);

/** Text that is cut at a chosen length may end in half a character, which Postgres takes in no JSON. */
export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      cut: 'Cut text by `clip` of src/mail/text/safe-text.ts, or `storable` where it is kept: never within a character.',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap: nodes } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const isText = (node) => {
      const type = checker.getTypeAtLocation(nodes.get(node));
      const bound = checker.getBaseConstraintOfType(type) ?? type;
      const types = bound.isUnion() ? bound.types : [bound];
      return types.some(({ flags }) => flags & ts.TypeFlags.StringLike);
    };
    return {
      'CallExpression > MemberExpression.callee'({ object, property, parent }) {
        if (!isCut(property.name, parent.arguments) || isAscii(object)) return;
        if (isText(object)) context.report({ node: parent, messageId: 'cut' });
      },
    };
  },
};
