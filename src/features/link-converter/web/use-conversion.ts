import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { linksPerRequest } from '#features/product-links/texts-and-limits.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { parseConvertFragment } from '../convert-search.ts'
import { splitLinkTexts } from '../split-link-texts.ts'
import { type Conversion, conversionQuery } from './queries.ts'

type ConversionState = {
  text: string
  type: (text: string) => void
  /** Converts the text in the field, or replaces it by `text` and converts that. */
  convert: (text?: string) => void
  clear: () => void
  /** The result of the last converted text. */
  result: Conversion | undefined
  /** The text has changed since the last conversion. */
  isOutdated: boolean
  isBusy: boolean
  problem: string | undefined
  /** The heading of the results. It takes the focus when they appear. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** The converter's state: the text and its result. It starts with the text of the page's URL. */
export function useConversion(initialText: string): ConversionState {
  const send = useApiClient()
  const [text, setText] = useState(initialText)
  const [convertedText, setConvertedText] = useState(initialText)
  const [addressText, setAddressText] = useState(initialText)
  const [inputError, setInputError] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const shouldFocusResult = useRef(false)
  const query = useQuery({ ...conversionQuery(send, convertedText), enabled: convertedText !== '' })
  // A text in the page's address may come from someone else.
  useSavedHints(query.data, convertedText === addressText ? 'opened' : 'pasted')
  useEffect(() => {
    const collected = parseConvertFragment(location.hash)
    if (collected === undefined) return
    history.replaceState(history.state, '', location.pathname + location.search)
    setText(collected)
    setAddressText(collected)
    setConvertedText(collected)
  }, [])
  useEffect(() => {
    if (!query.data || !shouldFocusResult.current) return
    shouldFocusResult.current = false
    heading.current?.focus()
  }, [query.data])
  function convert(newText = text) {
    const error = validateLinkCount(splitLinkTexts(newText).length)
    setText(newText)
    setInputError(error)
    if (error) return
    shouldFocusResult.current = true
    if (convertedText !== newText) setConvertedText(newText)
    else if (query.isError) query.refetch()
    else heading.current?.focus()
  }
  return {
    text,
    convert,
    heading,
    type: (typed) => {
      setText(typed)
      setInputError(undefined)
    },
    clear: () => {
      setText('')
      setConvertedText('')
      setInputError(undefined)
    },
    result: query.data,
    isOutdated: text !== convertedText,
    isBusy: query.isFetching,
    problem: inputError ?? (query.isError ? getErrorMessage(query.error) : undefined),
  }
}

/** Stores the links' hints on this device, for the items' pages and the haul. */
function useSavedHints(result: Conversion | undefined, from: 'pasted' | 'opened'): void {
  useEffect(() => {
    if (!result) return
    void import('#features/product-links/web/use-stored-hints.ts').then(({ saveHints }) =>
      saveHints(
        result.items.map(({ item }) => item),
        from,
      ),
    )
  }, [result, from])
}

function validateLinkCount(count: number): string | undefined {
  if (count === 0) return 'Paste at least one link.'
  if (count > linksPerRequest) return `You pasted ${count} links. Convert up to ${linksPerRequest} at a time.`
  return undefined
}
