import { Component, type ReactNode } from 'react'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'

type Props = { home: string; children: ReactNode }
type State = { hasFailed: boolean }

/**
 * Catches the error of a screen, so that header, lock and other screens keep working. The typed text is in its draft.
 */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="s-frame__broken">
        <h1>This page stopped working</h1>
        <Banner
          tone="error"
          title="It is a fault of Atrium, not yours"
          action={
            <>
              <Button size="small" variant="primary" onPress={() => this.setState({ hasFailed: false })}>
                Try again
              </Button>
              <LinkButton size="small" href={this.props.home}>
                Go to the start page
              </LinkButton>
            </>
          }
        >
          What you typed is kept. If it happens again, please tell your administrator what you were doing.
        </Banner>
      </div>
    )
  }
}
