import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ProductInfo } from '#shared/items/product-info.ts'
import type { ItemParams } from '#shared/marketplaces.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import type { InfoResult, Product } from '../../contract.ts'
import { type DraftFields, emptyDraftFields, toDraftFields } from '../../draft-validation.ts'
import { productInfoQuery, productQuery } from '../queries.ts'
import type { AddForm } from './add-form.ts'

export type FetchedItem = {
  /** `waiting`: the information is loading. */
  state: 'none' | 'waiting' | InfoResult['state']
  info: ProductInfo | undefined
  sourceLabel: string | null
  /** The fetched values as texts of the form. */
  fetchedFields: DraftFields
  /** The product when the item is already in the list. */
  listedProduct: Product | undefined
  retry: () => void
}

/** Fetches the linked item's information and fills the fields that were not typed (§5). */
export function useFetchedItem(form: AddForm, item: ItemParams | undefined): FetchedItem {
  const send = useApiClient()
  const key: ItemParams = item ?? { shopType: 'taobao', productCode: '' }
  const isLinked = item !== undefined
  const query = useQuery({ ...productInfoQuery(send, key), enabled: isLinked })
  const listedProduct = useQuery({ ...productQuery(send, key), enabled: isLinked }).data?.data
  const info = (isLinked && query.data?.data.productInfo) || undefined
  useFillForm(form, info)
  return {
    state: isLinked ? getFetchState(query) : 'none',
    info,
    sourceLabel: query.data?.data.sourceLabel ?? null,
    fetchedFields: info ? toDraftFields(info) : emptyDraftFields,
    listedProduct: (isLinked && listedProduct) || undefined,
    retry: () => void query.refetch(),
  }
}

type InfoQueryState = { data: { data: InfoResult } | undefined; isError: boolean; isFetching: boolean }

function getFetchState({ data, isError, isFetching }: InfoQueryState): 'waiting' | InfoResult['state'] {
  if (data?.data.state === 'known') return 'known'
  if (isFetching) return 'waiting'
  return isError || !data ? 'unavailable' : data.data.state
}

const fetchedFieldNames = ['name', 'price', 'pictures'] as const

/** Fills the form. Fetched values are replaced by those of the next item; typed values stay. */
function useFillForm(form: AddForm, info: ProductInfo | undefined): void {
  const last = useRef<DraftFields>(emptyDraftFields)
  const { put, getText } = form
  const formRef = useRef({ put, getText })
  useEffect(() => {
    formRef.current = { put, getText }
  })
  useEffect(() => {
    const fetchedFields = info ? toDraftFields(info) : emptyDraftFields
    for (const name of fetchedFieldNames) {
      const text = formRef.current.getText(name)
      const isTyped = text !== last.current[name] && text !== ''
      if (!isTyped && text !== fetchedFields[name]) formRef.current.put(name, fetchedFields[name])
    }
    last.current = fetchedFields
  }, [info])
}
