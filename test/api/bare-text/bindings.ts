import {
  type Expression,
  isArrowFunction,
  isBlock,
  isFunctionDeclaration,
  isIdentifier,
  isObjectBindingPattern,
  isVariableStatement,
  type Node,
} from 'typescript/unstable/ast'

/** Where a name gets its value: a property of the component around it, or a declaration before it. */
type Binding = { kind: 'property'; component: string; name: string } | { kind: 'value'; value: Expression }

/** Looks from a name outwards; nothing for what is not a plain name, or bound otherwise. */
export function findBinding(node: Node): Binding | undefined {
  if (!isIdentifier(node)) return
  for (let around = node.parent; around; around = around.parent) {
    const found = isBlock(around) ? findValue(around.statements, node.text) : findProperty(around, node.text)
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

function findProperty(around: Node, name: string): Binding | undefined {
  if (!isFunctionDeclaration(around) && !isArrowFunction(around)) return
  const pattern = around.parameters[0]?.name
  if (!pattern || !isObjectBindingPattern(pattern)) return
  const property = pattern.elements.find((one) => one.name && isIdentifier(one.name) && one.name.text === name)
  if (!property || !isFunctionDeclaration(around) || !around.name) return
  return {
    kind: 'property',
    component: around.name.text,
    name: property.propertyName?.getText() ?? name,
  }
}
