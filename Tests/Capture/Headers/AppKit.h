// The part of AppKit's interface that the expression of plumbline_lldb.py uses, from Apple's documentation.
#include "Foundation.h"
@class NSView, NSWindow;

@interface NSResponder : NSObject
@property (assign) NSResponder *nextResponder;
@end
@interface NSLayoutGuide : NSObject
@property (readonly) CGRect frame;
@property (weak) NSView *owningView;
@property (copy) NSString *identifier;
@end
@interface NSView : NSResponder
@property (readonly, assign) NSView *superview;
@property (copy) NSArray *subviews;
@property (readonly, copy) NSArray *constraints;
@property (readonly) BOOL hasAmbiguousLayout;
- (float)contentHuggingPriorityForOrientation:(NSInteger)orientation;
- (float)contentCompressionResistancePriorityForOrientation:(NSInteger)orientation;
@end
@interface NSWindow : NSResponder
@property (strong) NSView *contentView;
@end
@interface NSViewController : NSResponder
@property (strong) NSView *view;
- (void)loadView;
@end
@interface NSControl : NSView
@property (copy) NSString *stringValue;
@end
@interface NSTextField : NSControl
@property (getter=isEditable) BOOL editable;
@end
// The expression asks for these only of what responds to them, as UIScrollView does.
@interface NSObject (ElsewhereInUIKit)
@property (readonly, strong) id contentLayoutGuide;
@property (readonly, strong) id frameLayoutGuide;
@end
@interface NSApplication : NSResponder
@property (class, readonly, strong) NSApplication *sharedApplication;
@property (readonly, weak) NSWindow *keyWindow;
@property (readonly, copy) NSArray *windows;
@end
