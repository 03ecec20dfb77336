import { type RefObject, useRef } from 'react'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { EditForm, useFormBase } from '#shared/web/ui/forms/EditForm.tsx'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import type { Product } from '../../contract.ts'
import { productText } from '../../spec.ts'
import './EditProductDialog.css'
import { useEditForm } from './edit-form.ts'

type EditProductDialogProps = {
  /** Undefined when there is no product of the wanted id, or none any more. */
  product: Product | undefined
  open: boolean
  onClose: () => void
  /** Reloads the products and returns this one's present data. */
  onReload: () => Promise<Product | undefined>
}

/** Edits a product of the list. When it is closed without a button, the input is kept and restored. */
export function EditProductDialog({ product, open, onClose, onReload }: EditProductDialogProps) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title="Edit product" className="edit-product" initialFocus={first}>
      {product ? (
        <EditProductContent product={product} firstRef={first} onClose={onClose} onReload={onReload} />
      ) : (
        <p className="edit-product__none">{productText.unknown}</p>
      )}
    </Dialog>
  )
}

type EditProductContentProps = Omit<EditProductDialogProps, 'open' | 'product'> & {
  product: Product
  firstRef: RefObject<HTMLInputElement | null>
}

/** The fields start with the product as it was when the dialog opened, or was reloaded. */
function EditProductContent({ product, onReload, ...rest }: EditProductContentProps) {
  const { base, turn, startWith } = useFormBase(product)
  return (
    <EditProductForm
      key={turn}
      product={base}
      onStartOver={() => startWith(base)}
      onReload={async () => startWith((await onReload()) ?? base)}
      {...rest}
    />
  )
}

type EditProductFormProps = Omit<EditProductContentProps, 'onReload'> & {
  onStartOver: () => void
  onReload: () => Promise<void>
}

function EditProductForm({ product, firstRef, onClose, onStartOver, onReload }: EditProductFormProps) {
  const { form, isRestored, drop } = useEditForm(product, onClose)
  const isOutdated = form.state.failure?.text === productText.changed
  const name = form.field('name')
  return (
    <EditForm
      form={form.state}
      submit="Update Details"
      onCancel={onClose}
      drop={drop}
      onStartOver={isRestored && onStartOver}
      onReload={isOutdated && onReload}
    >
      <Field
        label="Name"
        hint="Left empty, the name stays as it is."
        {...name}
        ref={(input) => {
          name.ref(input)
          firstRef.current = input
        }}
      />
      <div className="edit-product__row">
        <Field label="Weight (g)" inputMode="numeric" {...form.field('weight')} />
        <Field label="Shipping time (days)" inputMode="numeric" {...form.field('shippingTime')} />
      </div>
      <Field
        label="Dimensions (cm)"
        hint="Length, width and height without units, like 4.5x4.5x1."
        {...form.field('dimensions')}
      />
    </EditForm>
  )
}
