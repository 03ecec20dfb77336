import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { marketplaceLabels } from '#shared/marketplaces.ts'
import { useFormText } from '#shared/web/form-values.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { ListError } from '#shared/web/ui/feedback/ListStates.tsx'
import { Spinner } from '#shared/web/ui/feedback/Spinner.tsx'
import { EditForm, useFormBase } from '#shared/web/ui/forms/EditForm.tsx'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import type { Product } from '../../contract.ts'
import { manageProductText } from '../../manage-texts.ts'
import { formatPictures, parsePictures } from '../../picture-list.ts'
import { PicturesField } from '../pictures/PicturesField.tsx'
import { productPicturesQuery } from '../queries.ts'
import './EditProductDialog.css'
import { type EditedProduct, useEditForm } from './edit-form.ts'
import { KindField } from './KindField.tsx'

type EditProductDialogProps = {
  /** Undefined when the product of the id does not exist or no longer exists. */
  product: Product | undefined
  open: boolean
  onClose: () => void
  /** Reloads the products and returns the current data of this one. */
  onReload: () => Promise<Product | undefined>
}

/** The dialog that edits a product. When it is closed without a button, the input is stored and restored later. */
export function EditProductDialog({ product, open, onClose, onReload }: EditProductDialogProps) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      hasAddress
      open={open}
      onClose={onClose}
      title="Edit product"
      description={
        product && `${product.name}, ${marketplaceLabels[product.shopType]} ${product.productCode}`
      }
      className="edit-product"
      initialFocus={first}
    >
      {product ? (
        <EditProductContent product={product} firstRef={first} onClose={onClose} onReload={onReload} />
      ) : (
        <p className="edit-product__none">{manageProductText.unknown}</p>
      )}
    </Dialog>
  )
}

type EditProductContentProps = Omit<EditProductDialogProps, 'open' | 'product'> & {
  product: Product
  firstRef: RefObject<HTMLInputElement | null>
}

/** The fields start with the product as loaded when the dialog was opened or reloaded. */
function EditProductContent({ product, onReload, ...rest }: EditProductContentProps) {
  const { base, version, startWith } = useFormBase(product)
  const { data, error, isFetching, refetch } = useQuery(productPicturesQuery(useApiClient(), base))
  if (!data)
    return error ? (
      <ListError error={error} onRetry={() => void refetch()} isBusy={isFetching} />
    ) : (
      <p className="edit-product__none" role="status">
        <Spinner /> Loading…
      </p>
    )
  return (
    <EditProductForm
      key={version}
      edited={{ product: base, pictures: data.data }}
      onDiscard={() => startWith(base)}
      onReload={async () => startWith((await onReload()) ?? base)}
      {...rest}
    />
  )
}

type EditProductFormProps = Omit<EditProductContentProps, 'onReload' | 'product'> & {
  edited: EditedProduct
  onDiscard: () => void
  onReload: () => Promise<void>
}

function EditProductForm({ edited, firstRef, onClose, onDiscard, onReload }: EditProductFormProps) {
  const { form, restored, drop, setPicturesPending } = useEditForm(edited, onClose)
  const isOutdated = form.state.failure?.text === manageProductText.changed
  const name = form.field('name')
  const ownKind = form.field('ownKind')
  const { readOnly: _isBusy, onChange: _typed, ...pictures } = form.field('pictures')
  useEffect(() => firstRef.current?.focus(), [firstRef])
  return (
    <EditForm
      form={form.state}
      submit="Update Details"
      onCancel={onClose}
      drop={drop}
      draft={restored && { ...restored, onDiscard }}
      onReload={isOutdated && onReload}
    >
      <PicturesField
        {...pictures}
        pictures={parsePictures(useFormText(form, 'pictures'))}
        onPictures={(list) => form.put('pictures', formatPictures(list))}
        onPending={setPicturesPending}
      />
      <div className="edit-product__row edit-product__row--name">
        <Field
          label="Name"
          hint="Leave empty to keep the current name."
          {...name}
          ref={(input) => {
            name.ref(input)
            firstRef.current = input
          }}
        />
        <Field label="Price (¥)" inputMode="decimal" {...form.field('price')} />
      </div>
      <div className="edit-product__row">
        <Field label="Weight (g)" inputMode="numeric" {...form.field('weight')} />
        <Field label="Shipping time (days)" inputMode="numeric" {...form.field('shippingTime')} />
      </div>
      <Field
        label="Dimensions (cm)"
        hint="Length, width and height without units, like 4.5x4.5x1."
        {...form.field('dimensions')}
      />
      <KindField
        id={ownKind.id}
        error={ownKind.error}
        name={useFormText(form, 'name').trim() || edited.product.name}
        value={useFormText(form, 'ownKind')}
        onChoose={(kind) => form.put('ownKind', kind)}
      />
    </EditForm>
  )
}
