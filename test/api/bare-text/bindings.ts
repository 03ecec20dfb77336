import {
  type Block,
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
  type ObjectBindingPattern,
} from 'typescript/unstable/ast'

/** Where a name gets its value: from a property of the surrounding component, or from a declaration. */
type Binding =
  | { kind: 'property'; component: string; name: string; defaultValue?: Expression | undefined }
  | { kind: 'value'; value: Expression }

type NamedFunction = (FunctionDeclaration | FunctionExpression) & { name: Identifier }

export function isNamedFunction(node: Node): node is NamedFunction {
  return (isFunctionDeclaration(node) || isFunctionExpression(node)) && node.name !== undefined
}

/** Searches the surrounding blocks and components for a name's value. Undefined unless the node is a name or `props.name`. */
export function findBinding(node: Node): Binding | undefined {
  const name = isPropertyAccessExpression(node) && node.expression.getText() === 'props' ? node.name : node
  if (!isIdentifier(name)) return
  for (let parent = node.parent; parent; parent = parent.parent) {
    const binding =
      (isBlock(parent) && name === node && findValue(parent, name.text)) ||
      (isNamedFunction(parent) && findProperty(parent, name.text))
    if (binding) return binding
  }
  return
}

function findValue({ statements, parent }: Block, name: string): Binding | undefined {
  const declared = statements.flatMap((statement) =>
    isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
  )
  for (const { name: bound, initializer } of declared) {
    if (isIdentifier(bound) && bound.text === name && initializer)
      return { kind: 'value', value: initializer }
    if (isObjectBindingPattern(bound) && initializer?.getText() === 'props' && isNamedFunction(parent)) {
      const binding = findInPattern(bound, parent.name.text, name)
      if (binding) return binding
    }
  }
  return
}

/** The property of a component that receives `props`, or destructures its properties. */
function findProperty({ name: component, parameters }: NamedFunction, name: string): Binding | undefined {
  const parameter = parameters[0]?.name
  if (!parameter) return
  if (isObjectBindingPattern(parameter)) return findInPattern(parameter, component.text, name)
  return parameter.getText() === 'props' ? { kind: 'property', component: component.text, name } : undefined
}

function findInPattern(
  { elements }: ObjectBindingPattern,
  component: string,
  name: string,
): Binding | undefined {
  const binding = elements.find(
    (element) => element.name && isIdentifier(element.name) && element.name.text === name,
  )
  if (!binding) return
  const property = binding.propertyName?.getText() ?? name
  return { kind: 'property', component, name: property, defaultValue: binding.initializer }
}

/** The name of the component that contains a node. */
export function findComponent(node: Node): string | undefined {
  for (let parent = node.parent; parent; parent = parent.parent)
    if (isNamedFunction(parent) && /^[A-Z]/.test(parent.name.text)) return parent.name.text
  return
}
