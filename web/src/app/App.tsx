import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router';
import { MapScreen } from '#app/MapScreen.tsx';
import { SignedInExtras } from '#app/SignedInExtras.tsx';
import { GovernanceWhenOpened } from '#app/use-governance.tsx';
import { SessionKeeper } from '#features/identity/SessionKeeper.tsx';
import { lazyPart } from '#platform/lazy-part.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx';
import { ToastRegion } from '#ui/Toast.tsx';

const MyPostsPage = lazyPart('MyPostsPage', () => import('#app/MyPostsPage.tsx'));
const ProfilePage = lazyPart('ProfilePage', () => import('#app/ProfilePage.tsx'));
const NotFoundPage = lazyPart('NotFoundPage', () => import('#app/NotFoundPage.tsx'));
const MyChatRoomsPage = lazyPart('MyChatRoomsPage', () => import('#app/MyChatRoomsPage.tsx'));
const ModerationPage = lazyPart('ModerationPage', () => import('#app/ModerationPage.tsx'));
const MessagesPage = lazyPart('MessagesPage', () => import('#app/MessagesPage.tsx'));
const WalletPage = lazyPart('WalletPage', () => import('#app/WalletPage.tsx'));
const TermsPage = lazyPart('TermsPage', () => import('#app/TermsPage.tsx'));

export function App() {
  const [client] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <SessionKeeper />
          <Suspense fallback={null}>
            <Routes>
              {/* One element for all its addresses, so that the map stays as it is when a post or room opens. */}
              <Route element={<MapScreen />}>
                <Route index element={null} />
                <Route path="map" element={null} />
                <Route path="post/:postId" element={null} />
                <Route path="chat-rooms/:roomId" element={null} />
                <Route path="chat-rooms/:roomId/manage" element={null} />
              </Route>
              <Route path="my-posts" element={<MyPostsPage />} />
              <Route path="my-chatrooms/:roomId?" element={<MyChatRoomsPage />} />
              <Route path="profile/:userId?" element={<ProfilePage />} />
              <Route path="messages/:conversationId?" element={<MessagesPage />} />
              <Route path="wallet" element={<WalletPage />} />
              <Route path="moderation" element={<ModerationPage />} />
              <Route path="terms-policy" element={<TermsPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Routes>
          </Suspense>
          <GovernanceWhenOpened />
          <SignedInExtras />
        </BrowserRouter>
        <ToastRegion />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
