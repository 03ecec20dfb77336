import {
  type Expression,
  type FunctionDeclaration,
  type FunctionExpression,
  type Identifier,
  isBlock,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isVariableStatement,
  type Node,
} from 'typescript/unstable/ast'

/** Where a name gets its value: a property of the component around it, or a declaration before it. */
type Binding = { kind: 'property'; component: string; name: string } | { kind: 'value'; value: Expression }

type NamedFunction = (FunctionDeclaration | FunctionExpression) & { name: Identifier }

export function isNamedFunction(node: Node): node is NamedFunction {
  return (isFunctionDeclaration(node) || isFunctionExpression(node)) && node.name !== undefined
}

/** Looks from a name outwards; nothing for what is neither a plain name nor `props.name`, or bound otherwise. */
export function findBinding(node: Node): Binding | undefined {
  const name = isPropertyAccessExpression(node) && node.expression.getText() === 'props' ? node.name : node
  if (!isIdentifier(name)) return
  for (let around = node.parent; around; around = around.parent) {
    const found =
      (isBlock(around) && name === node && findValue(around.statements, name.text)) ||
      (isNamedFunction(around) && findProperty(around, name.text))
    if (found) return found
  }
  return
}

function findValue(statements: readonly Node[], name: string): Binding | undefined {
  const declared = statements.flatMap((statement) =>
    isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  )
  const value = declared.find((one) => isIdentifier(one.name) && one.name.text === name)?.initializer
  return value && { kind: 'value', value }
}

/** From the pattern of the parameter, or from `props`, of which patterns and uses need not be told apart. */
function findProperty({ name: component, parameters }: NamedFunction, name: string) {
  const parameter = parameters[0]?.name
  if (!parameter) return
  if (isIdentifier(parameter)) {
    const isGiven = parameter.text === 'props'
    return isGiven ? ({ kind: 'property', component: component.text, name } as const) : undefined
  }
  if (!isObjectBindingPattern(parameter)) return
  const property = parameter.elements.find(
    (one) => one.name && isIdentifier(one.name) && one.name.text === name,
  )
  if (!property) return
  return {
    kind: 'property',
    component: component.text,
    name: property.propertyName?.getText() ?? name,
  } as const
}
