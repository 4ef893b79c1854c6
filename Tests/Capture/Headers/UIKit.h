// The part of UIKit's interface that the expression of plumbline_lldb.py uses, from Apple's documentation.
#include "Foundation.h"
@class UIView, UIWindow;
typedef struct UIEdgeInsets { CGFloat top, left, bottom, right; } UIEdgeInsets;

@interface UIResponder : NSObject
@property (nonatomic, readonly) UIResponder *nextResponder;
@end
@interface UILayoutGuide : NSObject
@property (nonatomic, readonly) CGRect layoutFrame;
@property (nonatomic, weak) UIView *owningView;
@property (nonatomic, copy) NSString *identifier;
@end
@interface UIView : UIResponder
@property (nonatomic, readonly) UIView *superview;
@property (nonatomic, readonly, copy) NSArray *subviews;
@property (nonatomic, readonly) NSArray *constraints;
@property (nonatomic, readonly) BOOL hasAmbiguousLayout;
- (float)contentHuggingPriorityForAxis:(NSInteger)axis;
- (float)contentCompressionResistancePriorityForAxis:(NSInteger)axis;
@end
@interface UIWindow : UIView
@end
@interface UIViewController : UIResponder
@property (nonatomic, strong) UIView *view;
- (void)loadView;
@end
@interface UIScrollView : UIView
@property (nonatomic, readonly, strong) UILayoutGuide *contentLayoutGuide;
@property (nonatomic, readonly, strong) UILayoutGuide *frameLayoutGuide;
@end
@interface UIControl : UIView
@end
@interface UIFont : NSObject
@end
@interface UILabel : UIView
@property (nonatomic, copy) NSString *text;
@property (nonatomic, strong) UIFont *font;
@end
@interface UITextField : UIControl
@property (nonatomic, strong) UIFont *font;
@end
@interface UITableViewCell : UIView
@property (nonatomic, readonly, strong) UIView *contentView;
@end
@interface UIDevice : NSObject
@property (class, nonatomic, readonly) UIDevice *currentDevice;
@property (nonatomic, readonly, strong) NSString *systemName;
@property (nonatomic, readonly, strong) NSString *systemVersion;
@property (nonatomic, readonly, strong) NSString *model;
@end
@interface UIApplication : UIResponder
@property (class, nonatomic, readonly) UIApplication *sharedApplication;
@property (nonatomic, readonly) UIWindow *keyWindow;
@property (nonatomic, readonly) NSArray *windows;
@end
