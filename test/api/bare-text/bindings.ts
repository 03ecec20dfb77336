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

/** Where a name gets its value: a property of the component around it, or a declaration before it. */
type Binding =
  | { kind: 'property'; component: string; name: string; byDefault?: Expression | undefined }
  | { kind: 'value'; value: Expression }

type NamedFunction = (FunctionDeclaration | FunctionExpression) & { name: Identifier }

export function isNamedFunction(node: Node): node is NamedFunction {
  return (isFunctionDeclaration(node) || isFunctionExpression(node)) && node.name !== undefined
}

/** Looks from a name outwards; nothing for what is neither a plain name nor `props.name`, or bound otherwise. */
export function findBinding(node: Node): Binding | undefined {
  const name = isPropertyAccessExpression(node) && node.expression.getText() === 'props' ? node.name : node
  if (!isIdentifier(name)) return
  for (let around = node.parent; around; around = around.parent) {
    const binding =
      (isBlock(around) && name === node && findValue(around, name.text)) ||
      (isNamedFunction(around) && findProperty(around, name.text))
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

/** Of a component that takes its properties as `props`, or apart. */
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
  const binding = elements.find((one) => one.name && isIdentifier(one.name) && one.name.text === name)
  if (!binding) return
  const property = binding.propertyName?.getText() ?? name
  return { kind: 'property', component, name: property, byDefault: binding.initializer }
}

/** The component in which something stands. */
export function findComponent(node: Node): string | undefined {
  for (let around = node.parent; around; around = around.parent)
    if (isNamedFunction(around) && /^[A-Z]/.test(around.name.text)) return around.name.text
  return
}
