import { type RefObject, useRef, useState } from 'react'
import { Dialog } from '#shared/web/ui/dialogs/Dialog.tsx'
import { Callout } from '#shared/web/ui/feedback/Callout.tsx'
import { ErrorSummary } from '#shared/web/ui/forms/ErrorSummary.tsx'
import { Field } from '#shared/web/ui/forms/Field.tsx'
import { SubmitButton } from '#shared/web/ui/forms/SubmitButton.tsx'
import type { Product } from '../../contract.ts'
import { productText } from '../../spec.ts'
import './EditProductDialog.css'
import { type EditForm, useEditForm } from './edit-form.ts'

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
  const [{ base, turn }, setBeginning] = useState({ base: product, turn: 0 })
  const beginWith = (next: Product) => setBeginning({ base: next, turn: turn + 1 })
  return (
    <EditProductForm
      key={turn}
      product={base}
      onStartOver={() => beginWith(base)}
      onReload={async () => beginWith((await onReload()) ?? base)}
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
  const { id, handleSubmit } = form.state
  const name = form.field('name')
  const after = (next: () => unknown) => () => {
    drop()
    next()
  }
  return (
    <form id={id} className="edit-product__form" method="dialog" noValidate onSubmit={handleSubmit}>
      <div className="edit-product__fields">
        <EditProductNotes
          form={form}
          isRestored={isRestored}
          onStartOver={after(onStartOver)}
          onReload={after(onReload)}
        />
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
      </div>
      <div className="dlg__acts">
        <button type="button" className="btn" onClick={after(onClose)}>
          Cancel
        </button>
        <SubmitButton form={form.state} label="Update Details" busyLabel="Saving…" look="brand" />
      </div>
    </form>
  )
}

type EditProductNotesProps = Pick<EditForm, 'form' | 'isRestored'> & {
  onStartOver: () => void
  onReload: () => void
}

/** What there is to know before the fields; nothing, as a rule. */
function EditProductNotes({ form, isRestored, onStartOver, onReload }: EditProductNotesProps) {
  const { failure } = form.state
  const isOutdated = failure?.text === productText.changed
  return (
    <>
      <ErrorSummary form={form.state} />
      {failure && (
        <Callout look="bad" title={failure.text} role="alert">
          {isOutdated && (
            <span>
              <button type="button" className="textbtn" onClick={onReload}>
                Reload
              </button>{' '}
              shows what it is now; what you typed here is lost.
            </span>
          )}
        </Callout>
      )}
      {isRestored && !failure && (
        <Callout title="Your changes were kept">
          <span>
            They are not saved yet.{' '}
            <button type="button" className="textbtn" onClick={onStartOver}>
              Start over
            </button>
          </span>
        </Callout>
      )}
    </>
  )
}
