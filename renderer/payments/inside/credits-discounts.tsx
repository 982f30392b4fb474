import { FileText, Mail } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { PaymentView } from '#contract/payments/bridge.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { paymentMessages, paymentTitles } from '#domain/payments/payment-messages.ts'
import { awaitingReason } from '../../kit/awaiting-reason.ts'
import { Button, type ButtonSize } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { paths } from '../../routes.ts'
import { CommitButton } from './commit-button.tsx'
import type { PaymentForms } from './payment-forms.ts'
import { paymentPanelWords } from './payment-panel-words.ts'
import type { PaymentPartProps } from './payment-part-props.ts'
import { PromoForm } from './promo-form.tsx'
import { whyNoEmail } from './why-no-email.ts'

const words = paymentPanelWords.credits

/**
 * Returns whether the panel has content: a discount, typed text, or a suppressed invoice or email, whose note the user
 * must see.
 */
const hasContent = ({ payments, study }: PaymentView, { promo, referral }: PaymentForms): boolean =>
  payments.transactions.some(({ transactionType }) => transactionType === 'Discount') ||
  !study.status.invoiceAvailable ||
  !study.status.customerEmailAvailable ||
  promo.promoID !== null ||
  [promo.reason, promo.amount, referral.code].some((text) => text.trim() !== '')

/**
 * Shows Credits and Discounts (booking spec §2, section 2): promo, referral, and the invoice. The panel is folded
 * until the user opens it or it gets content. The buttons of the invoice stay in its head.
 */
export function CreditsAndDiscounts(props: PaymentPartProps) {
  const { desk, view, gates } = props
  const forms = useStore(desk, (state) => state.forms)
  const isUsed = hasContent(view, forms)
  const [fold, setFold] = useState({ isOpen: isUsed, wasUsed: isUsed })
  if (isUsed && !fold.wasUsed) setFold({ isOpen: true, wasUsed: true })
  // For a cancelled appointment, and for a user who may not move money, the panel shows only the invoice.
  if (view.study.status.cancelled || !gates.mayMoveMoney) {
    return (
      <Panel title={words.invoice}>
        <div className="pp-form">
          <InvoiceButtons {...props} />
          <InvoiceSuppression {...props} />
        </div>
      </Panel>
    )
  }
  return (
    <Panel
      title={words.title}
      className="pp-credits-panel"
      isExpanded={fold.isOpen}
      onExpandedChange={(isOpen) => setFold({ ...fold, isOpen })}
      actions={<InvoiceButtons {...props} size="small" />}
    >
      <div className="pp-credits">
        <section aria-label={words.promo}>
          <h3 className="pp-subtitle">{words.promo}</h3>
          <PromoForm {...props} />
        </section>
        <section aria-label={words.referral}>
          <h3 className="pp-subtitle">{words.referral}</h3>
          <ReferralForm {...props} />
        </section>
        <section aria-label={words.invoice}>
          <h3 className="pp-subtitle">{words.invoice}</h3>
          <div className="pp-form">
            <InvoiceSuppression {...props} />
          </div>
        </section>
      </div>
    </Panel>
  )
}

function ReferralForm({ desk, view, gates }: PaymentPartProps) {
  const { code } = useStore(desk, (state) => state.forms.referral)
  const commit = useStore(desk, (state) => state.commits.referral)
  const { payments } = view
  // Without location and time every discount is 0; a press on the button shows what is missing (booking spec §8).
  const isValid = !gates.hasPlace || payments.referralDiscount > 0
  const apply = (): void => {
    const { say, applyReferral, isJustDone } = desk.getState()
    if (isJustDone('referral')) return
    if (!gates.hasPlace) {
      say({ title: paymentTitles.referralCodeError, text: paymentMessages.referralNoLocation })
      return
    }
    if (code.trim() === '') say({ title: paymentTitles.referralCodeError, text: paymentMessages.referralInvalid })
    else void applyReferral(code.trim())
  }
  return (
    <div className="pp-form">
      <TextField
        label={words.referralCode}
        value={code}
        onChange={(text) => desk.getState().update('referral', { code: text })}
        disabledReason={commit === 'idle' ? null : awaitingReason}
      />
      <CommitButton
        commit={commit}
        what="credit"
        variant="outline"
        reason={gates.discount ?? (isValid ? null : (payments.referralNotice ?? words.noReferralDiscount))}
        act={isValid ? words.applyReferral : words.notValid}
        view={isValid ? view : null}
        onPress={apply}
      />
      {payments.ownReferralCode === '' ? null : <p className="pp-quiet">{words.ownCode(payments.ownReferralCode)}</p>}
    </div>
  )
}

type InvoiceProps = Pick<PaymentPartProps, 'desk' | 'view' | 'isOnline' | 'gates'>

function InvoiceButtons({ desk, view, isOnline, gates, size }: InvoiceProps & { readonly size?: ButtonSize }) {
  const emailing = useStore(desk, (state) => state.commits.email)
  const { study } = view
  return (
    <div className="pp-row">
      {study.status.invoiceAvailable ? (
        <LinkButton href={paths.invoice(study.studyID)} isExternal size={size} icon={<FileText aria-hidden="true" />}>
          {words.viewInvoice}
        </LinkButton>
      ) : (
        <Button size={size} icon={<FileText aria-hidden="true" />} disabledReason={paymentMessages.invoiceSuppressed}>
          {words.viewInvoice}
        </Button>
      )}
      {gates.mayMoveMoney ? (
        <Button
          size={size}
          icon={<Mail aria-hidden="true" />}
          isPending={emailing === 'pending'}
          disabledReason={whyNoEmail(view) ?? whyNotOffline('changeMessages', isOnline)}
          onPress={() => void desk.getState().emailInvoice()}
        >
          {words.emailInvoice}
        </Button>
      ) : null}
    </div>
  )
}

function InvoiceSuppression({ desk, view, isOnline }: InvoiceProps) {
  const suppressing = useStore(desk, (state) => state.commits.suppression)
  const { study } = view
  const { invoiceAvailable, customerEmailAvailable } = study.status
  const offline = whyNotOffline('changeMessages', isOnline)
  const set = (change: Partial<Record<'invoiceAvailable' | 'customerEmailAvailable', boolean>>): void =>
    void desk.getState().setSuppression({ version: study.version, invoiceAvailable, customerEmailAvailable, ...change })
  return (
    <>
      <Checkbox
        isSelected={!invoiceAvailable}
        onChange={(isSelected) => set({ invoiceAvailable: !isSelected })}
        disabledReason={suppressing === 'pending' ? awaitingReason : offline}
      >
        {words.suppressInvoice}
      </Checkbox>
      <Checkbox
        isSelected={!customerEmailAvailable}
        onChange={(isSelected) => set({ customerEmailAvailable: !isSelected })}
        disabledReason={suppressing === 'pending' ? awaitingReason : offline}
      >
        {words.suppressEmail}
      </Checkbox>
      {/* The spec ties this note to the invoice alone: with customer email off, the invoice can still be viewed. */}
      {!invoiceAvailable ? <p className="pp-why">{paymentMessages.invoiceSuppressed}</p> : null}
    </>
  )
}
