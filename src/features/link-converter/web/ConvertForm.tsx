import './ConvertForm.css'
import type { RefObject, SubmitEvent } from 'react'
import { linksPerRequest } from '#features/product-links/texts-and-limits.ts'
import { paths } from '#shared/paths.ts'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { ErrorLine } from '#shared/web/ui/forms/ErrorLine.tsx'
import { splitLinkTexts } from '../split-link-texts.ts'
import { NumberedTextarea, showLineStarts } from './NumberedTextarea.tsx'
import type { Conversion } from './queries.ts'

type ConvertFormProps = {
  text: string
  onType: (text: string) => void
  onConvert: () => void
  onClear: () => void
  /** The result for the text in the field; undefined before a conversion and after a change of the text. */
  result: Conversion | undefined
  isBusy: boolean
  /** The error message of an invalid input or a failed conversion. */
  problem: string | undefined
  field: RefObject<HTMLTextAreaElement | null>
}

/**
 * The input for many links, one per line. Without JavaScript the form reloads the page with the text in its URL.
 */
export function ConvertForm(props: ConvertFormProps) {
  const { text, onType, onConvert, onClear, result, isBusy, problem, field } = props
  const count = splitLinkTexts(text).length
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (count === 0 || count > linksPerRequest) field.current?.focus()
    else if (field.current) showLineStarts(field.current)
    onConvert()
  }
  return (
    <form
      className="convert-form"
      action={paths.convert()}
      method="get"
      aria-label="Links to convert"
      noValidate
      onSubmit={handleSubmit}
    >
      <div className="field">
        <LinkFieldLabel count={count} />
        <NumberedTextarea
          id="convert-text"
          name="text"
          ref={field}
          value={text}
          onChange={onType}
          invalidLines={result?.unrecognized.map(({ line }) => line) ?? []}
          describedBy="convert-hint convert-status"
          isInvalid={problem !== undefined}
        />
      </div>
      <ConvertStatus problem={problem} isBusy={isBusy} result={result} />
      <p className="field__hint convert-form__plain">
        Without JavaScript, convert one or two links at a time.
      </p>
      <div className="convert-form__acts">
        {/* Once there are results, copying them is the primary action. */}
        <button className={result ? 'btn' : 'primary-button'} type="submit">
          {isBusy && <Spinner />}
          <span>{result ? 'Convert again' : 'Convert'}</span>
        </button>
        <button
          className="btn btn--quiet convert-form__clear"
          type="button"
          onClick={() => {
            onClear()
            field.current?.focus()
          }}
        >
          Clear
        </button>
      </div>
    </form>
  )
}

function LinkFieldLabel({ count }: { count: number }) {
  return (
    <>
      <div className="convert-form__label">
        <label className="field__label" htmlFor="convert-text">
          One link per line
        </label>
        {count > 0 && (
          <span className="convert-form__count tabular-nums">{`${count} of ${linksPerRequest}`}</span>
        )}
      </div>
      <p className={count > 0 ? 'visually-hidden' : 'field__hint'} id="convert-hint">
        {`Up to ${linksPerRequest} links. Other text is ignored.`}
      </p>
    </>
  )
}

function ConvertStatus({ problem, isBusy, result }: Pick<ConvertFormProps, 'problem' | 'isBusy' | 'result'>) {
  return (
    <div className="convert-form__status" id="convert-status" role="status">
      {problem && <ErrorLine>{problem}</ErrorLine>}
      {isBusy && <p>Reading your links. Short links take a moment.</p>}
      {!isBusy && result && <Summary result={result} />}
    </div>
  )
}

function Summary({ result: { items, unrecognized } }: { result: Conversion }) {
  return (
    <p className="visually-hidden">
      <b>{items.length === 1 ? '1 link converted' : `${items.length} links converted`}</b>
      {unrecognized.length > 0 && <span>{`, ${unrecognized.length} not recognized`}</span>}
    </p>
  )
}
