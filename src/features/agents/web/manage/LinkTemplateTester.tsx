import { ArrowUpRight } from 'lucide-react'
import { useId, useState } from 'react'
import { type ItemParams, marketplaceLabels, type ShopType, shopTypes } from '#shared/marketplaces.ts'
import { useFormValues } from '#shared/web/form-values.ts'
import type { ValidatedForm } from '#shared/web/validated-form.ts'
import { getBuyLink, isLinkTemplate } from '../../buy-link.ts'
import { previewLinkTemplate } from '../../form-validation.ts'
import type { AgentField } from './agent-form.ts'
import './LinkTemplateTester.css'

/** Finds the item of a pasted link; undefined for other text. */
export type FindItem = (text: string) => ItemParams | undefined

/** Sample product codes. */
const samples: Record<ShopType, string> = {
  taobao: '652874751412',
  weidian: '7229418055',
  ali_1688: '699887766554',
}

type LinkTemplateTesterProps = { form: ValidatedForm<AgentField>; findItem: FindItem }

/** Previews the three links with sample codes, a typed product code, or the item of a pasted link. */
export function LinkTemplateTester({ form, findItem }: LinkTemplateTesterProps) {
  const id = useId()
  const [text, setText] = useState('')
  const templates = useFormValues(form, shopTypes)
  return (
    <section className="tester" aria-labelledby={`${id}-label`}>
      <div className="tester__head">
        <label className="tester__title" id={`${id}-label`} htmlFor={id}>
          Test the links with a product code
        </label>
        <input
          className="input tabular-nums"
          id={id}
          value={text}
          placeholder="Code or product link"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <ul>
        {shopTypes.map((shopType, index) => (
          <TemplateTest
            key={shopType}
            shopType={shopType}
            template={templates[index]?.trim() ?? ''}
            code={findCode(shopType, text.trim(), findItem)}
          />
        ))}
      </ul>
    </section>
  )
}

/** The code to test: a pasted link's for its own marketplace, samples for the others. */
function findCode(shopType: ShopType, text: string, findItem: FindItem): string {
  const item = findItem(text)
  if (item?.shopType === shopType) return item.productCode
  return item || text === '' ? samples[shopType] : text
}

type TemplateTestProps = { shopType: ShopType; template: string; code: string }

function TemplateTest({ shopType, template, code }: TemplateTestProps) {
  const label = marketplaceLabels[shopType]
  const problem = describeTemplateProblem(template)
  const isUsable = template !== '' && isLinkTemplate(template)
  return (
    <li className="tester-try" data-bad={problem !== undefined || undefined}>
      <b>{problem ? `${label}: ${problem}` : label}</b>
      <span className="tester-try__link">
        {template === '' ? 'No link yet' : <FilledTemplate template={template} code={code} />}
      </span>
      {isUsable && (
        <a
          className="btn"
          href={getBuyLink({ to: { [shopType]: template } }, shopType, code)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Test
          <span className="visually-hidden">{` the ${label} link, opens in a new tab`}</span>
          <ArrowUpRight className="icon icon--s" aria-hidden />
        </a>
      )}
    </li>
  )
}

function FilledTemplate({ template, code }: Omit<TemplateTestProps, 'shopType'>) {
  return previewLinkTemplate(template, code).map(({ text, isCode }, index) =>
    isCode ? <mark key={`${index} ${text}`}>{text}</mark> : text,
  )
}

function describeTemplateProblem(template: string): string | undefined {
  if (template === '') return undefined
  if (!isLinkTemplate(template)) return 'not a valid link'
  return template.includes('{id}') ? undefined : '{id} is missing'
}
