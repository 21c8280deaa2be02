import { Component, type ReactNode } from "react";

interface Props {
  onError: (error: Error) => void;
  /** Drawn instead of the children once they failed; `retry` tries again. */
  fallback: (error: Error, retry: () => void) => ReactNode;
  /** Once this changes, the children are tried again. */
  resetOn?: unknown;
  children: ReactNode;
}

/** Keeps a failing app from blanking the phone. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error instanceof Error ? error : new Error(String(error)));
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.error && before.resetOn !== this.props.resetOn) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? this.props.fallback(error, () => this.setState({ error: null })) : this.props.children;
  }
}
