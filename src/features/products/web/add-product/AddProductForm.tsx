import type { ReactElement, Ref } from 'react'
import { formatYuan, getCurrencySign } from '#shared/format/money.ts'
import type { ProductInfo } from '#shared/items/product-info.ts'
import { type ItemParams, marketplaceLabels } from '#shared/marketplaces.ts'
import { useFormText } from '#shared/web/form-values.ts'
import { ErrorSummary } from '#shared/web/ui/forms/ErrorSummary.tsx'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import { Form } from '#shared/web/ui/forms/Form.tsx'
import { PreviewedForm } from '#shared/web/ui/forms/PreviewedForm.tsx'
import type { Product } from '../../contract.ts'
import { parseDimensions } from '../../dimensions.ts'
import { formatPictures, parsePictures } from '../../picture-list.ts'
import { PicturesField } from '../pictures/PicturesField.tsx'
import './AddProductForm.css'
import { type AddField, type AddForm, type AddFormOptions, useAddForm } from './add-form.ts'
import { CardPreview } from './CardPreview.tsx'
import { DraftField, FetchedMark } from './DraftField.tsx'
import { LookupStatus } from './LookupStatus.tsx'
import { type FetchedItem, useFetchedItem } from './use-fetched-item.ts'
import { useLinkedItem } from './use-linked-item.ts'

type AddProductFormProps = AddFormOptions & {
  /** The item of the link, when the page already knows it. */
  item?: ItemParams
  /** Renders the card beside the form. */
  card: (product: Product) => ReactElement
  variant?: 'primary' | 'brand'
  /** The ref of the first editable field. */
  firstRef?: Ref<HTMLInputElement>
}

/** The form Add a Product (§2): a link, the source's data, the admin's edits and a preview of the card. */
export function AddProductForm({ item, card, variant, firstRef, ...options }: AddProductFormProps) {
  const form = useAddForm(options)
  const url = useFormText(form, 'url')
  const link = useLinkedItem(url)
  const linkedItem =
    item ??
    (link && link !== 'resolving' && link.ok ? { shopType: link.shopType, productCode: link.id } : undefined)
  const fetched = useFetchedItem(form, linkedItem)
  return (
    <PreviewedForm
      side={<CardPreview form={form} item={linkedItem} serial={fetched.listedProduct?.serial} card={card} />}
    >
      <ErrorSummary form={form.state} />
      <Form form={form.state} submit="Add Product" busy="Adding…" {...(variant && { variant })}>
        <div className="add-product__link">
          <UrlField form={form} isFixed={item !== undefined} inputRef={item ? undefined : firstRef} />
          <LookupStatus link={link} fetched={fetched} />
        </div>
        {linkedItem && <LinkedItemFacts item={linkedItem} info={fetched.info} />}
        <ProductFields form={form} fetched={fetched} nameRef={item ? firstRef : undefined} />
      </Form>
    </PreviewedForm>
  )
}

type UrlFieldProps = { form: AddForm; isFixed: boolean; inputRef: Ref<HTMLInputElement> | undefined }

function UrlField({ form, isFixed, inputRef }: UrlFieldProps) {
  const { readOnly, ref, ...field } = form.field('url')
  return (
    <Field
      label="Product URL"
      inputMode="url"
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://"
      readOnly={readOnly || isFixed}
      {...field}
      ref={mergeRefs(ref, inputRef)}
    />
  )
}

/** The values that the link decides and that cannot be edited. */
function LinkedItemFacts({ item, info }: { item: ItemParams; info: ProductInfo | undefined }) {
  return (
    <dl className="add-product__known">
      <div>
        <dt>Marketplace</dt>
        <dd>{marketplaceLabels[item.shopType]}</dd>
      </div>
      <div>
        <dt>Product code</dt>
        <dd>{item.productCode}</dd>
      </div>
      {info && (
        <div>
          <dt>Variants</dt>
          <dd>{describeVariants(info)}</dd>
        </div>
      )}
    </dl>
  )
}

function describeVariants({ skus }: ProductInfo): string {
  if (skus.length === 0) return 'none'
  const images = new Set(skus.map(({ imgUrl }) => imgUrl).filter(Boolean)).size
  return images === 0 ? `${skus.length}, none with an image` : `${skus.length}, ${images} with an image`
}

type ProductFieldsProps = { form: AddForm; fetched: FetchedItem; nameRef: Ref<HTMLInputElement> | undefined }

function ProductFields({ form, fetched, nameRef }: ProductFieldsProps) {
  const { fetchedFields, info } = fetched
  const { ref, ...name } = form.field('name')
  return (
    <>
      <PictureField form={form} fetchedText={fetchedFields.pictures} />
      <DraftField
        label="Name"
        isFetched={useIsFetched(form, 'name', fetchedFields.name)}
        {...name}
        ref={mergeRefs(ref, nameRef)}
      />
      <DraftField
        label="Price"
        unit="¥"
        inputMode="decimal"
        isFetched={useIsFetched(form, 'price', fetchedFields.price)}
        hint={describeForeignPrice(info)}
        {...form.field('price')}
      />
      <hr className="form-cut" />
      <div className="form-row form-row--3">
        <DraftField label="Weight" unit="g" inputMode="numeric" isOptional {...form.field('weight')} />
        <DraftField
          label="Shipping time"
          unit="days"
          inputMode="numeric"
          isOptional
          {...form.field('shippingTime')}
        />
        <DimensionsField form={form} />
      </div>
    </>
  )
}

function PictureField({ form, fetchedText }: { form: AddForm; fetchedText: string }) {
  const text = useFormText(form, 'pictures')
  const { readOnly: _isBusy, onChange: _typed, ...field } = form.field('pictures')
  return (
    <PicturesField
      {...field}
      pictures={parsePictures(text)}
      beside={text !== '' && text === fetchedText && <FetchedMark />}
      onPictures={(pictures) => form.put('pictures', formatPictures(pictures))}
      onPending={form.setPicturesWaiting}
    />
  )
}

/** Shows the parsed length, width and height, so that the admin notices a mistake (§5). */
function DimensionsField({ form }: { form: AddForm }) {
  const text = useFormText(form, 'dimensions')
  const size = parseDimensions(text)
  return (
    <DraftField
      label="Dimensions"
      placeholder="4.5x4.5x1"
      isOptional
      hint={size && `Length ${size.length}, width ${size.width}, height ${size.height} cm`}
      {...form.field('dimensions')}
    />
  )
}

function useIsFetched(form: AddForm, name: AddField, fetchedText: string): boolean {
  const text = useFormText(form, name)
  return fetchedText !== '' && text === fetchedText
}

/** A hint for a price in another currency, which is not copied to the form. */
function describeForeignPrice(info: ProductInfo | undefined): string | undefined {
  if (!info || info.price === null || info.currency === 'CNY') return undefined
  return `The source lists ${getCurrencySign(info.currency)}${formatYuan(info.price)}. Enter the price in yuan.`
}

function mergeRefs(first: Ref<HTMLInputElement>, second: Ref<HTMLInputElement> | undefined) {
  return (input: HTMLInputElement | null) => {
    for (const ref of [first, second]) {
      if (typeof ref === 'function') ref(input)
      else if (ref) ref.current = input
    }
  }
}
