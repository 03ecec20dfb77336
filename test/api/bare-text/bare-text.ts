import { relative } from 'node:path'
import {
  type Expression,
  isArrowFunction,
  isBinaryExpression,
  isConditionalExpression,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isReturnStatement,
  isStringLiteral,
  type JsxElement,
  type JsxFragment,
  type JsxSelfClosingElement,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API, type Checker, type Project, type Type, TypeFlags } from 'typescript/unstable/sync'
import { findBinding, findComponent, isNamedFunction } from './bindings.ts'

/** What a child renders into its parent: which text, and whether nodes are added and removed later. */
type Output = { text: 'none' | 'fixed' | 'changing'; isConditional: boolean }

const nothing: Output = { text: 'none', isConditional: false }
const fixedText: Output = { text: 'fixed', isConditional: false }
const changingText: Output = { text: 'changing', isConditional: false }
const optionalElement: Output = { text: 'none', isConditional: true }

/** Each place in `.tsx` files where a page that the browser has translated would break or show old text, as `file:line: problem`. */
export function findBareText(folder: string, config: string): string[] {
  const api = new API({ cwd: folder })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProjects()[0]
    if (!project) throw new Error(`${config} is not a TypeScript project.`)
    return new BareText(project, folder).find()
  } finally {
    api.close()
  }
}

class BareText {
  private readonly checker: Checker
  private readonly files: SourceFile[]
  private readonly components = new Map<string, Expression[]>()
  /** The values that callers pass, by `Component.property`. */
  private readonly valuesByName = new Map<string, Node[]>()
  /** By component: the components that pass all of their properties on to it. */
  private readonly passedOn = new Map<string, string[]>()
  private readonly outputs = new Map<Node, Output>()
  private readonly folder: string

  constructor(project: Project, folder: string) {
    this.folder = folder
    this.checker = project.checker
    this.files = project.program
      .getSourceFileNames()
      .filter((name) => name.endsWith('.tsx') && !name.includes('/node_modules/'))
      .flatMap((name) => project.program.getSourceFile(name) ?? [])
  }

  find(): string[] {
    for (const file of this.files) visit(file, (node) => this.collectComponent(node))
    for (const file of this.files) visit(file, (node) => this.collectPassedValues(node))
    return this.files.flatMap((file) => {
      const problems: string[] = []
      visit(file, (node) => {
        const problem = this.findProblem(node)
        if (!problem) return
        const line = file.text.slice(0, node.getStart(file)).split('\n').length
        problems.push(`${relative(this.folder, file.fileName)}:${line}: ${problem}`)
      })
      return problems
    })
  }

  private collectComponent(node: Node): void {
    if (isNamedFunction(node) && isComponentName(node.name.text) && node.body)
      this.components.set(node.name.text, listReturned(node.body))
  }

  private collectPassedValues(node: Node): void {
    if (!isJsxElement(node) && !isJsxSelfClosingElement(node)) return
    const name = this.componentName(node)
    if (name === undefined) return
    for (const attribute of listAttributes(node)) {
      if (!isJsxAttribute(attribute)) push(this.passedOn, name, findComponent(node) ?? '')
      else if (attribute.initializer)
        push(this.valuesByName, `${name}.${attribute.name.getText()}`, attribute.initializer)
    }
    for (const child of listChildren(node)) push(this.valuesByName, `${name}.children`, child)
  }

  /** The component's name; the name of its function when the tag is another name for it. */
  private componentName(node: JsxElement | JsxSelfClosingElement): string | undefined {
    const name = tagName(node)
    if (!isComponentName(name)) return
    const tag = (isJsxElement(node) ? node.openingElement : node).tagName
    const functionName = this.checker.getTypeAtLocation(tag)?.getSymbol()?.name
    return functionName !== undefined && this.components.has(functionName) ? functionName : name
  }

  /** The values that callers pass as a property, including values that a caller passes on from its own callers. */
  private listPassedValues(component: string, property: string, seen: readonly string[] = []): Node[] {
    if (seen.includes(component)) return []
    const callers = this.passedOn.get(component) ?? []
    return [
      ...(this.valuesByName.get(`${component}.${property}`) ?? []),
      ...callers.flatMap((caller) => this.listPassedValues(caller, property, [...seen, component])),
    ]
  }

  private findProblem(node: Node): string | undefined {
    if (isNamedFunction(node) && this.components.has(node.name.text))
      return this.getComponentOutput(node.name.text).text === 'none'
        ? undefined
        : 'a component that renders bare text'
    if (isJsxFragment(node))
      return this.combineOutputs(listChildren(node)).text === 'none' ? undefined : 'bare text in a fragment'
    if (!isJsxElement(node)) return
    const children = listChildren(node)
    const { text, isConditional } = this.combineOutputs(children)
    if (children.length < 2 || text === 'none') return
    if (isConditional) return 'bare text beside what comes and goes'
    if (text === 'changing') return 'text that changes beside other children'
    return
  }

  private combineOutputs(nodes: Node[]): Output {
    return nodes.map((node) => this.getOutput(node)).reduce(merge, nothing)
  }

  private getOutput(node: Node): Output {
    const cached = this.outputs.get(node)
    if (cached) return cached
    this.outputs.set(node, nothing) // a component may contain itself
    const output = this.computeOutput(node)
    this.outputs.set(node, output)
    return output
  }

  private computeOutput(node: Node): Output {
    if (isJsxText(node)) return fixedText
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node))
      return node.text.trim() === '' ? nothing : fixedText
    if (isJsxExpression(node)) return node.expression ? this.getOutput(node.expression) : nothing
    if (isParenthesizedExpression(node)) return this.getOutput(node.expression)
    if (isJsxFragment(node)) return this.combineOutputs(listChildren(node))
    if (isJsxElement(node) || isJsxSelfClosingElement(node)) return this.getElementOutput(node)
    if (isConditionalExpression(node)) return this.getBranchOutput(node.whenTrue, node.whenFalse)
    if (isBinaryExpression(node) && isChoice(node.operatorToken.kind)) {
      const left =
        node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken ? nothing : this.getOutput(node.left)
      return optional(merge(left, this.getOutput(node.right)))
    }
    return this.getValueOutput(node)
  }

  private getElementOutput(node: JsxElement | JsxSelfClosingElement): Output {
    const isKeyed = listAttributes(node).some(
      (attribute) => isJsxAttribute(attribute) && attribute.name.getText() === 'key',
    )
    const name = this.componentName(node)
    const output = name === undefined ? nothing : this.getComponentOutput(name)
    return isKeyed ? merge(output, optionalElement) : output
  }

  private getComponentOutput(name: string): Output {
    if (name === 'Suspense') return optionalElement
    const returned = this.components.get(name) ?? []
    const output = this.combineOutputs(returned)
    return returned.length > 1 ? merge(output, optionalElement) : output
  }

  private getBranchOutput(first: Expression, second: Expression): Output {
    const outputs = [this.getOutput(first), this.getOutput(second)]
    const output = outputs.reduce(merge)
    if (outputs.every(({ text, isConditional }) => text !== 'none' && !isConditional)) return changingText
    return hasSameTag(first, second) ? output : optional(output)
  }

  /** The output by the value's type; for a `ReactNode`, by the expression that it comes from. */
  private getValueOutput(node: Node): Output {
    const type = this.checker.getTypeAtLocation(node)
    if (!type) return nothing
    const source = findBinding(node)
    if (isReactNode(type)) {
      if (source?.kind === 'property') {
        const { component, name, defaultValue } = source
        return optional(
          this.combineOutputs([
            ...this.listPassedValues(component, name),
            ...(defaultValue ? [defaultValue] : []),
          ]),
        )
      }
      if (source?.kind === 'value') return this.getOutput(source.value)
      return { text: 'changing', isConditional: true }
    }
    if (source?.kind === 'value' && hasElement(type)) return this.getOutput(source.value)
    return this.getTypeOutput(type)
  }

  private getTypeOutput(type: Type): Output {
    const parts = type.isUnionType() ? [...type.getTypes()] : [type]
    const isText = (part: Type) =>
      (part.flags & (TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike)) !== 0
    const isEmpty = (part: Type) =>
      (part.flags & (TypeFlags.Nullable | TypeFlags.Void | TypeFlags.BooleanLike)) !== 0
    if (parts.length === 1 && type.isStringLiteralType()) return fixedText
    const lists = parts.filter((part) => this.checker.isArrayLikeType(part))
    return {
      text: parts.some(isText) ? 'changing' : 'none',
      isConditional: lists.length > 0 || (parts.some(isEmpty) && !parts.every(isEmpty)),
    }
  }
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  lists.set(key, [...(lists.get(key) ?? []), value])
}

function merge(first: Output, second: Output): Output {
  const texts = [first.text, second.text]
  const text = texts.find((each) => each === 'changing') ?? texts.find((each) => each === 'fixed') ?? 'none'
  return { text, isConditional: first.isConditional || second.isConditional }
}

function optional({ text }: Output): Output {
  return { text: text === 'none' ? 'none' : 'changing', isConditional: true }
}

function isChoice(kind: SyntaxKind): boolean {
  return [
    SyntaxKind.AmpersandAmpersandToken,
    SyntaxKind.BarBarToken,
    SyntaxKind.QuestionQuestionToken,
  ].includes(kind)
}

function isComponentName(name: string): boolean {
  return /^[A-Z]/.test(name)
}

function isReactNode(type: Type): boolean {
  return type.isUnionType() && type.getTypes().some((part) => part.getSymbol()?.name === 'ReactPortal')
}

function hasElement(type: Type): boolean {
  const parts = type.isUnionType() ? type.getTypes() : [type]
  return parts.some((part) => ['Element', 'ReactElement'].includes(part.getSymbol()?.name ?? ''))
}

function hasSameTag(one: Node, other: Node): boolean {
  const [first, second] = [one, other].map((node) =>
    isParenthesizedExpression(node) ? node.expression : node,
  )
  if (!first || !second) return false
  const isElement = (node: Node) => isJsxElement(node) || isJsxSelfClosingElement(node)
  if (!isElement(first) || !isElement(second)) return false
  return (
    tagName(first as JsxElement) === tagName(second as JsxElement) &&
    /^[a-z]/.test(tagName(first as JsxElement))
  )
}

function tagName(node: JsxElement | JsxSelfClosingElement): string {
  return (isJsxElement(node) ? node.openingElement : node).tagName.getText()
}

function listAttributes(node: JsxElement | JsxSelfClosingElement) {
  return (isJsxElement(node) ? node.openingElement : node).attributes.properties
}

/** The children without line breaks, comments and spaces, which no translator changes. */
function listChildren(node: JsxElement | JsxSelfClosingElement | JsxFragment): Node[] {
  if (isJsxSelfClosingElement(node)) return []
  return node.children.filter((child) => {
    if (isJsxText(child)) return child.text.trim() !== ''
    if (!isJsxExpression(child)) return true
    const { expression } = child
    return expression !== undefined && !(isStringLiteral(expression) && expression.text.trim() === '')
  })
}

/** The expressions that a function returns, without those of functions inside it. */
function listReturned(body: Node): Expression[] {
  const returned: Expression[] = []
  const walk = (node: Node): void => {
    if (isReturnStatement(node)) {
      if (node.expression) returned.push(node.expression)
    } else if (!isArrowFunction(node) && !isNamedFunction(node)) node.forEachChild(walk)
  }
  walk(body)
  return returned
}

function visit(node: Node, act: (node: Node) => void): void {
  act(node)
  node.forEachChild((child) => visit(child, act))
}
