import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ItemParams } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { InfoResult, Product, ProductInfo } from '../../contract.ts'
import { type DraftFields, emptyDraftFields, toDraftFields } from '../../draft-validation.ts'
import { productInfoQuery, productQuery } from '../queries.ts'
import type { AddForm } from './add-form.ts'

export type FetchedItem = {
  /** `waiting`: the answer is loading. */
  state: 'none' | 'waiting' | InfoResult['state']
  info: ProductInfo | undefined
  source: string | null
  /** What was fetched, as texts of the form. */
  offer: DraftFields
  /** The item's row when it is in the list already. */
  listed: Product | undefined
  retry: () => void
}

/** The linked item's information. It fills the form where nothing else was typed (§5). */
export function useFetchedItem(form: AddForm, item: ItemParams | undefined): FetchedItem {
  const send = useApiClient()
  const key: ItemParams = item ?? { shopType: 'taobao', productCode: '' }
  const isLinked = item !== undefined
  const answer = useQuery({ ...productInfoQuery(send, key), enabled: isLinked })
  const listed = useQuery({ ...productQuery(send, key), enabled: isLinked }).data?.data
  const info = (isLinked && answer.data?.data.productInfo) || undefined
  useFilling(form, info)
  return {
    state: isLinked ? getFetchState(answer) : 'none',
    info,
    source: answer.data?.data.source ?? null,
    offer: info ? toDraftFields(info) : emptyDraftFields,
    listed: (isLinked && listed) || undefined,
    retry: () => void answer.refetch(),
  }
}

type InfoQueryState = { data: { data: InfoResult } | undefined; isError: boolean; isFetching: boolean }

function getFetchState({ data, isError, isFetching }: InfoQueryState): 'waiting' | InfoResult['state'] {
  if (data?.data.state === 'known') return 'known'
  if (isFetching) return 'waiting'
  return isError || !data ? 'unavailable' : data.data.state
}

const fetchedFields = ['name', 'price', 'pictures'] as const

/** Fetched values are replaced by those of the next item; typed ones stay. */
function useFilling(form: AddForm, info: ProductInfo | undefined): void {
  const last = useRef<DraftFields>(emptyDraftFields)
  const { put, getText } = form
  const write = useRef({ put, getText })
  useEffect(() => {
    write.current = { put, getText }
  })
  useEffect(() => {
    const offer = info ? toDraftFields(info) : emptyDraftFields
    for (const name of fetchedFields) {
      const text = write.current.getText(name)
      const isTyped = text !== last.current[name] && text !== ''
      if (!isTyped && text !== offer[name]) write.current.put(name, offer[name])
    }
    last.current = offer
  }, [info])
}
