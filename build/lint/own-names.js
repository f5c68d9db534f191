/** Words that people and services choose must not find what every object inherits: `toString`, `constructor`, `__proto__`. */

/** `Symbol.iterator` is no name. */
const isFixed = ({ type, object }) => type === 'Literal' || type === 'PrivateIdentifier' || object?.name === 'Symbol'

/** Readonly<Partial<Record<string, T>>> is one as well. */
function isRecordOfAnyName(type) {
  if (type?.type !== 'TSTypeReference') return false
  const [first] = type.typeArguments?.params ?? []
  const { name } = type.typeName
  return name === 'Record' ? first?.type === 'TSStringKeyword' : ['Readonly', 'Partial'].includes(name) && isRecordOfAnyName(first)
}

const isTable = ({ id, init }) =>
  init?.type === 'ObjectExpression' &&
  init.properties.length > 0 &&
  init.properties.every(({ type }) => type === 'Property') &&
  isRecordOfAnyName(id.typeAnnotation?.typeAnnotation)

const rule = (create) => ({ create })

export default {
  meta: { name: 'own-names' },
  rules: {
    in: rule((context) => ({
      BinaryExpression(node) {
        if (node.operator === 'in' && !isFixed(node.left))
          context.report({ node, message: 'Object.hasOwn: `in` finds what every object inherits, too.' })
      },
    })),
    table: rule((context) => ({
      VariableDeclarator(node) {
        if (isTable(node))
          context.report({ node, message: 'A table by any name inherits toString and constructor: a Map has only its own.' })
      },
    })),
  },
}
