/** Tabs of one browser share the session cookie; this lets them share the news that it changed. */
export interface OtherTabs {
  tell: () => void;
  close: () => void;
}

export function listenToOtherTabs(onNews: () => void): OtherTabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {}, close: () => {} };
  const channel = new BroadcastChannel('auth');
  channel.onmessage = onNews;
  return { tell: () => channel.postMessage('changed'), close: () => channel.close() };
}

/** For what no message reported: a session ended elsewhere, a browser without channels. */
export function onReturnToTab(callback: () => void): () => void {
  const ifVisible = () => {
    if (document.visibilityState === 'visible') callback();
  };
  window.addEventListener('focus', ifVisible);
  document.addEventListener('visibilitychange', ifVisible);
  return () => {
    window.removeEventListener('focus', ifVisible);
    document.removeEventListener('visibilitychange', ifVisible);
  };
}
