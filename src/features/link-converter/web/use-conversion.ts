import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { linksPerRequest } from '#features/product-links/spec.ts'
import { getErrorMessage } from '#shared/failure.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { splitLinkTexts } from '../split-link-texts.ts'
import { type Conversion, conversionQuery } from './queries.ts'

type ConversionState = {
  text: string
  type: (text: string) => void
  /** Converts the typed text, or another one, which then replaces it. */
  convert: (text?: string) => void
  clear: () => void
  /** Of the last text that was converted. */
  result: Conversion | undefined
  /** The text was changed since. */
  isOutdated: boolean
  isBusy: boolean
  problem: string | undefined
  /** The results' heading, which takes the focus when they appear. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** The converter's state: the text and its result. It starts with the text in the page's URL. */
export function useConversion(given: string): ConversionState {
  const send = useApiClient()
  const [text, setText] = useState(given)
  const [asked, setAsked] = useState(given)
  const [refusal, setRefusal] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isAwaited = useRef(false)
  const query = useQuery({ ...conversionQuery(send, asked), enabled: asked !== '' })
  useEffect(() => {
    if (!query.data || !isAwaited.current) return
    isAwaited.current = false
    heading.current?.focus()
  }, [query.data])
  function convert(wanted = text) {
    const problem = countProblem(splitLinkTexts(wanted).length)
    setText(wanted)
    setRefusal(problem)
    if (problem) return
    isAwaited.current = true
    if (asked !== wanted) setAsked(wanted)
    else if (query.isError) query.refetch()
    else heading.current?.focus()
  }
  return {
    text,
    convert,
    heading,
    type: (typed) => {
      setText(typed)
      setRefusal(undefined)
    },
    clear: () => {
      setText('')
      setAsked('')
      setRefusal(undefined)
    },
    result: query.data,
    isOutdated: text !== asked,
    isBusy: query.isFetching,
    problem: refusal ?? (query.isError ? getErrorMessage(query.error) : undefined),
  }
}

function countProblem(count: number): string | undefined {
  if (count === 0) return 'Paste at least one link.'
  if (count > linksPerRequest) return `You pasted ${count} links. Convert up to ${linksPerRequest} at a time.`
  return undefined
}
